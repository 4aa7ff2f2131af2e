import AuditEngine
import SwiftSyntax

/// Tells texts that are a host or a URL from others, and constants that name a host.
enum AddressSubject: Sendable {
  /// The name of a host alone.
  case host
  /// A whole URL.
  case url

  /// What `expression` is, by the member of a URL that it is or by its name; `nil` for any other text.
  static func of(_ expression: ExprSyntax, in scope: ScopeID, _ source: SwiftSource) -> AddressSubject? {
    of(expression, scope, source, 0)
  }

  private static func of(
    _ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, _ depth: Int
  ) -> AddressSubject? {
    guard depth < 8 else { return nil }
    let parts = SequenceParts.of(expression)
    if parts.count > 1 {
      guard parts.dropFirst().allSatisfy({ SequenceParts.operation($0).map { $0 == "??" } ?? true }) else {
        return nil
      }
      return of(parts[0], scope, source, depth + 1)
    }
    guard let value = parts.first else { return nil }
    if let call = Call(value, scope: scope) {
      if call.name == "host", call.receiver != nil { return .host }
      if kept.contains(call.name), let receiver = call.receiver {
        return of(receiver, scope, source, depth + 1)
      }
      if call.name == "String", let argument = call.arguments.first?.value {
        return of(argument, scope, source, depth + 1)
      }
      return nil
    }
    if let cast = value.as(AsExprSyntax.self) { return of(cast.expression, scope, source, depth + 1) }
    if let inner = NamePath.unwrapped(value) { return of(inner, scope, source, depth + 1) }
    if let literal = value.as(StringLiteralExprSyntax.self) {
      // `"\(url)"`
      let holes = literal.segments.compactMap {
        $0.as(ExpressionSegmentSyntax.self)?.expressions.first?.expression
      }
      return holes.count == 1 && literal.knownText == nil ? of(holes[0], scope, source, depth + 1) : nil
    }
    if let member = value.as(MemberAccessExprSyntax.self) {
      return of(member, scope, source, depth)
    }
    guard let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
    if name.hasPrefix("$") || name == "self" {
      return source.list(named: name, at: value, in: scope).flatMap { list in
        NamePath.last(of: list).flatMap { byName($0) }
      }
    }
    return named(name, value, scope, source, depth)
  }

  private static func of(
    _ member: MemberAccessExprSyntax, _ scope: ScopeID, _ source: SwiftSource, _ depth: Int
  ) -> AddressSubject? {
    let name = member.declName.baseName.text
    guard let base = member.base else { return nil }
    let owner = Words.of(NamePath.last(of: base) ?? "")
    guard !owner.contains(where: localWords.contains), !owner.contains(where: errorWords.contains) else {
      return nil
    }
    switch name {
    case "host", "hostname", "hostName", "encodedHost", "percentEncodedHost": return .host
    case "absoluteString", "relativeString": return .url
    case "description", "absoluteURL", "lowercased", "text", "rawValue", "standardized":
      return of(base, scope, source, depth + 1)
    default: break
    }
    let isOwn = ["self", "Self"].contains(NamePath.last(of: base) ?? "")
    if isOwn, let type = source.facts.typeName(around: scope),
      let binding = source.facts.member(name, of: type)
    {
      return bound(binding, source, depth) ?? byName(name, binding)
    }
    return byName(name)
  }

  private static func named(
    _ name: String, _ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, _ depth: Int
  ) -> AddressSubject? {
    switch source.facts.declaration(of: name, from: scope, at: value.utf8Range.lowerBound) {
    case .binding(let binding): return bound(binding, source, depth) ?? byName(name, binding)
    case .local(let local):
      if local.role == .payload, let found = of(local.value, local.scope, source, depth + 1) { return found }
      return byName(name)
    case nil:
      if let binding = source.binding(named: name, from: scope) {
        return bound(binding, source, depth) ?? byName(name, binding)
      }
      return byName(name)
    }
  }

  private static func bound(_ binding: Binding, _ source: SwiftSource, _ depth: Int) -> AddressSubject? {
    guard binding.kind != .parameter, let value = binding.value,
      value.as(DeclReferenceExprSyntax.self)?.baseName.text != binding.name
        || binding.kind == .optionalBinding
    else { return nil }
    if value.as(DeclReferenceExprSyntax.self)?.baseName.text == binding.name { return nil }
    return of(value, binding.scope, source, depth + 1)
  }

  /// What a name says; of a declaration with a type that is no text it says nothing.
  private static func byName(_ name: String, _ binding: Binding? = nil) -> AddressSubject? {
    if let type = binding?.type?.writtenName.filter({ $0 != "?" && $0 != "!" }), !texts.contains(type) {
      return nil
    }
    let words = Words.of(name)
    guard !words.contains(where: localWords.contains), !words.contains(where: errorWords.contains) else {
      return nil
    }
    guard
      let last = words.last(where: {
        !["string", "str", "text", "value", "lowercased", "lower"].contains($0)
      })
    else { return nil }
    if hostWords.contains(last) { return .host }
    return urlWords.contains(last) ? .url : nil
  }

  /// What the tokens of a receiver in Objective-C are.
  static func of(
    _ range: Range<Int>, in function: Int?, _ source: ObjectiveCSource, depth: Int = 0
  ) -> AddressSubject? {
    let range = source.bare(range)
    guard depth < 6, range.count <= 60, let last = range.last else { return nil }
    if let message = source.message(at: range) {
      switch message.selector {
      case "host": return isLocal(message.receiver, source) ? nil : .host
      case "absoluteString", "relativeString": return isLocal(message.receiver, source) ? nil : .url
      case "lowercaseString", "uppercaseString", "copy", "description", "stringByRemovingPercentEncoding":
        return of(message.receiver, in: function, source, depth: depth + 1)
      default: return message.arguments.isEmpty ? byName(message.selector) : nil
      }
    }
    guard source.tokens[last].kind == .identifier else { return nil }
    let name = ObjectiveCSource.plain(source.tokens[last].text)
    if range.count > 2, source.tokens[last - 1].isSign(".") || source.tokens[last - 1].isSign("->") {
      let base = range.lowerBound..<(last - 1)
      guard !isLocal(base, source) else { return nil }
      switch name {
      case "host": return .host
      case "absoluteString", "relativeString": return .url
      case "lowercaseString", "uppercaseString", "description":
        return of(base, in: function, source, depth: depth + 1)
      default: return byName(name)
      }
    }
    guard range.count == 1 else { return nil }
    if let given = source.values(of: name, in: function), given.count == 1,
      let found = of(given.first.value, in: function, source, depth: depth + 1)
    {
      return found
    }
    return byName(name)
  }

  private static func isLocal(_ range: Range<Int>, _ source: ObjectiveCSource) -> Bool {
    guard let last = range.last else { return false }
    let words = Words.of(source.tokens[last].text)
    return words.contains(where: localWords.contains) || words.contains(where: errorWords.contains)
  }

  private static let kept: Set = [
    "lowercased", "uppercased", "trimmingCharacters", "removingPercentEncoding", "replacingOccurrences",
    "idnaEncoded", "unwrap",
  ]
  private static let texts: Set = ["String", "Substring", "NSString", "StringProtocol", "URL", "NSURL"]
  private static let hostWords: Set = ["host", "hostname", "domain"]
  private static let urlWords: Set = [
    "url", "uri", "link", "href", "origin", "address", "website", "referer", "referrer",
  ]
  /// Words of files and other things that have an address of another kind.
  private static let localWords: Set = [
    "file", "path", "bundle", "document", "folder", "directory", "local", "email", "mail", "ip", "postal",
    "street", "billing", "shipping", "mac", "wallet",
  ]
  private static let errorWords: Set = ["error", "err", "nserror", "defaults", "suite", "notification"]
}

/// Constants that name a host.
enum HostName {
  /// Whether `text` is the name of a host of the internet with at least two labels, `*.` or a dot before it aside.
  static func isHost(_ text: some StringProtocol) -> Bool {
    var rest = text.lowercased()[...]
    if rest.hasPrefix("*") { rest = rest.dropFirst() }
    if rest.hasPrefix(".") { rest = rest.dropFirst() }
    let labels = rest.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, labels.allSatisfy({ isLabel($0) }), let last = labels.last else { return false }
    return isTopLevel(last)
  }

  /// Whether `text` is made of at least two labels, not all of them numbers.
  static func isName(_ text: some StringProtocol) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count > 1 && labels.allSatisfy { isLabel($0) }
      && !labels.allSatisfy { $0.allSatisfy(\.isNumber) }
  }

  /// Whether `label` is a known top level domain.
  static func isTopLevel(_ label: some StringProtocol) -> Bool { topLevel.contains(label.lowercased()) }

  /// Whether `label` may be a part of the name of a host.
  static func isLabel(_ label: some StringProtocol) -> Bool {
    !label.isEmpty && label.utf8.count <= 63
      && label.unicodeScalars.allSatisfy {
        $0 == "-" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
      }
      && label.contains { $0.isLetter || $0.isNumber }
  }

  /// Common domains of the first level (IANA Root Zone Database, 2025), without those that are endings of files.
  private static let topLevel: Set<String> = Set(
    """
    com net org edu gov mil int info biz name pro aero coop museum jobs mobi tel travel cat asia post app dev io ai
    co me tv ly gg gl to fm am im cloud online site website store shop tech xyz club live news page blog chat email
    design digital agency media network systems services solutions software studio world today life space social bank
    insurance finance health care clinic game games google apple microsoft amazon youtube link test example invalid
    localhost internal corp lan intranet onion
    ac ad ae af ag al ao ar at au aw az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cd cf cg ch ci ck cl
    cm cn cr cu cv cw cy cz de dj dk dm do dz ec ee eg es et eu fi fj fo fr ga gb ge gf gh gi gm gn gp gq gr gt gu gy
    hk hn hr ht hu id ie il in iq ir is it je jm jo jp ke kg kh ki km kr kw ky kz la lb lc li lk lr ls lt lu lv ma mc
    mg mn mo mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pr pt pw qa re
    ro rs ru rw sa sc sd se sg si sk sl sm sn sr st su sv sy sz tc td tg th tj tk tl tm tn tr tt tw tz ua ug uk us uy
    uz va vc ve vg vi vn vu ws ye za zm zw
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
