import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A host or URL that is recognised by some of its letters, which the names of other hosts have too.
struct HostCheckBySubstring: SwiftRule {
  static let metadata = RuleMetadata(
    id: "host-check-by-substring",
    title: LocalizedText("Host compared by a part of its name", ja: "ホスト名の部分一致による判定"),
    why: LocalizedText(
      """
      evilexample.com ends with example.com, and example.com.evil.net begins with it. Anyone can register \
      such a name, and a page or server under it is then treated like the app's own.
      """,
      ja: """
        evilexample.com は example.com で終わり、example.com.evil.net は example.com で始まります。このような\
        名前は誰でも登録でき、そこにあるページやサーバーがアプリ自身のものと同じように扱われます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Take the host from URLComponents and compare the whole of it: host == "example.com" || \
        host.hasSuffix(".example.com"), or a set of allowed hosts. Check the scheme as well.
        """,
        ja: """
          URLComponents でホストを取り出し、全体を比較してください（host == "example.com" || \
          host.hasSuffix(".example.com")、または許可するホストの集合）。スキームも確認してください。
          """)),
    severity: .medium, confidence: .high, cwe: [20, 601], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        guard let host = url.host, host.hasSuffix("example.com") else { return }
        web.load(URLRequest(url: url))
        """,
      good: """
        guard let host = url.host, host == "example.com" || host.hasSuffix(".example.com") else { return }
        web.load(URLRequest(url: url))
        """))

  static let triggers: Set<String> = [
    "hasSuffix", "hasPrefix", "contains", "range", "firstRange", "starts", "localizedCaseInsensitiveContains",
    "localizedStandardContains", "caseInsensitiveContains",
  ]

  /// How a part of a text is looked for.
  enum Comparison {
    case suffix
    case prefix
    case anywhere

    init(_ name: String) {
      switch name {
      case "hasSuffix", "hasSuffix:": self = .suffix
      case "hasPrefix", "hasPrefix:", "starts": self = .prefix
      default: self = .anywhere
      }
    }

    /// What another host can do to pass, or `nil` when none passes.
    func weakness(of wanted: String, in subject: AddressSubject) -> LocalizedText? {
      let rest = wanted.lowercased()
      let afterScheme = rest.firstRange(of: "//").map { rest[$0.upperBound...] }
      switch self {
      case .suffix:
        guard HostName.isHost(rest) else { return nil }
        if subject == .host {
          guard !rest.hasPrefix(".") else { return nil }
          return LocalizedText("evil\(rest) ends with it too", ja: "evil\(rest) も同じ文字列で終わります")
        }
        return LocalizedText(
          "a path or query of another host can end with it", ja: "別のホストのパスやクエリーも同じ文字列で終われます")
      case .prefix:
        guard let host = afterScheme ?? (subject == .host ? rest[...] : nil) else { return nil }
        // `shop.example.` leaves the domain open.
        if host.hasSuffix("."), HostName.isName(host.dropLast()) {
          return LocalizedText("\(host)evil.net begins with it too", ja: "\(host)evil.net も同じ文字列で始まります")
        }
        guard HostName.isHost(host) else { return nil }
        return LocalizedText(
          "\(host).evil.net begins with it too", ja: "\(host).evil.net も同じ文字列で始まります")
      case .anywhere:
        let name = (afterScheme ?? rest[...]).prefix { $0 != "/" && $0 != ":" }
        // A single label is looked for in a host only.
        let isLabel =
          subject == .host && name.utf8.count > 3 && HostName.isLabel(name) && !name.allSatisfy(\.isNumber)
        guard HostName.isHost(name) || isLabel, !rest.hasPrefix("@") else { return nil }
        let other = name.hasPrefix(".") ? "a\(name)" : String(name)
        return LocalizedText(
          "\(other).evil.net contains it too", ja: "\(other).evil.net にも同じ文字列が含まれます")
      }
    }
  }

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls(named: Self.triggers.contains) {
      guard let argument = call.arguments.first, [nil, "of", "with"].contains(argument.label),
        !Self.hasPattern(call), let receiver = call.receiver,
        let subject = AddressSubject.of(receiver, in: call.scope, source)
          ?? (Self.beginsLikeAURL(argument.value, call, source) ? .url : nil)
      else { continue }
      let comparison = Comparison(call.name)
      for wanted in constants(argument.value, call, source) {
        guard let weakness = comparison.weakness(of: wanted, in: subject),
          !Self.looksBeforeTheName(call, source)
        else { continue }
        let value = source.quote(receiver)
        // What only chooses a text or an icon is no decision that somebody wants to get around.
        let isDecision = Self.decides(call, source)
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "\(value) is compared with a part of a host's name, \"\(wanted)\"; \(weakness.english).",
            ja: "\(value) をホスト名の一部「\(wanted)」と比較していますが、\(weakness.japanese)。"),
          severity: isDecision ? nil : .low, confidence: isDecision ? nil : .low)
        break
      }
    }
    for call in source.facts.calls(named: Self.listing.contains) { checkReference(call, source, &report) }
  }

  /// Looks at `domains.contains(where: host.hasSuffix)`.
  private func checkReference(_ call: Call, _ source: SwiftSource, _ report: inout FileReport) {
    guard let list = call.receiver,
      let method = call.arguments.first?.value.as(MemberAccessExprSyntax.self), let base = method.base,
      Self.triggers.contains(method.declName.baseName.text),
      let subject = AddressSubject.of(base, in: call.scope, source)
    else { return }
    let comparison = Comparison(method.declName.baseName.text)
    let texts = Self.texts(source.fold(list, in: call.scope))
    guard let wanted = texts.first(where: { comparison.weakness(of: $0, in: subject) != nil }),
      let weakness = comparison.weakness(of: wanted, in: subject)
    else { return }
    report.add(
      Self.self, at: method.utf8Range,
      LocalizedText(
        "\(source.quote(base)) is compared with a part of a host's name, \"\(wanted)\"; \(weakness.english).",
        ja: "\(source.quote(base)) をホスト名の一部「\(wanted)」と比較していますが、\(weakness.japanese)。"))
  }

  private static let listing: Set = ["contains", "first", "allSatisfy", "firstIndex", "filter"]

  /// The constants that the argument stands for: itself, or each element of a list that is gone through.
  private func constants(_ argument: ExprSyntax, _ call: Call, _ source: SwiftSource) -> [String] {
    let known = Self.texts(source.fold(argument, in: call.scope))
    if !known.isEmpty { return known }
    if let given = givenToInitialiser(argument, call, source) { return given }
    guard let name = argument.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let list = source.list(named: name, at: argument, in: call.scope)
    else { return [] }
    return Self.texts(source.fold(list, in: call.scope))
  }

  /// What the initialisers that the compiler makes are given for a property without a value: `Rules(domain: "…")`.
  private func givenToInitialiser(_ argument: ExprSyntax, _ call: Call, _ source: SwiftSource) -> [String]? {
    guard let name = NamePath.last(of: argument), let type = source.facts.typeName(around: call.scope),
      let property = source.facts.member(name, of: type), property.value == nil,
      source.binding(named: name, from: call.scope)?.range == property.range
    else { return nil }
    let given = source.facts.calls(type).prefix(64).flatMap { made in
      made.argument(name).map { Self.texts(source.fold($0, in: made.scope)) } ?? []
    }
    return given.isEmpty ? nil : given
  }

  private static func texts(_ value: Value) -> [String] {
    switch value {
    case .string(let text): [text]
    case .array(let values), .oneOf(let values): values.prefix(256).flatMap(texts)
    default: []
    }
  }

  /// Whether a text is asked whether it begins with a scheme and a host; then it is a URL, whatever it is called.
  private static func beginsLikeAURL(_ argument: ExprSyntax, _ call: Call, _ source: SwiftSource) -> Bool {
    guard call.name == "hasPrefix", let text = source.fold(argument, in: call.scope).string else {
      return false
    }
    return text.hasPrefix("https://") || text.hasPrefix("http://")
  }

  private static func hasPattern(_ call: Call) -> Bool {
    call.argument("options")?.trimmedDescription.contains("egularExpression") ?? false
  }

  /// Whether the names around `call`, and what is called when the host is the right one, speak of a decision about trust.
  private static func decides(_ call: Call, _ source: SwiftSource) -> Bool {
    var names = [source.facts.function(around: call.scope)?.name, source.facts.typeName(around: call.scope)]
    if let parameters = source.facts.function(around: call.scope)?.parameters {
      names += parameters.map { $0.firstName.text }
    }
    names.append(call.node.ancestor(PatternBindingSyntax.self, within: 16)?.pattern.trimmedDescription)
    let around =
      call.node.ancestor(IfExprSyntax.self, within: 16).map { $0.utf8Range }
      ?? call.node.ancestor(GuardStmtSyntax.self, within: 16).map { guarded in
        // What a guard lets through is what follows.
        guarded.utf8Range
          .lowerBound..<(guarded.ancestor(CodeBlockSyntax.self, within: 4)?.utf8Range
          ?? guarded.utf8Range).upperBound
      }
      ?? call.node.ancestor(WhileStmtSyntax.self, within: 16)?.utf8Range
    if let around {
      let scope = source.facts.enclosing(.function, of: call.scope) ?? .file
      names += source.facts.calls(in: scope).filter { around.contains($0.range.lowerBound) }.prefix(200).map(
        \.name)
    }
    return names.compactMap { $0 }.contains { Words.of($0).contains(where: decisionWords.contains) }
  }

  private static let decisionWords: Set = [
    "trust", "trusted", "trusts", "allow", "allowed", "allows", "permit", "permitted", "permits", "valid",
    "validate",
    "validator", "verify", "verified", "safe", "secure", "security", "auth", "authorize", "authorized",
    "authenticate",
    "authentication", "login", "signin", "sso", "oauth", "token", "tokens", "credential", "credentials",
    "cookie",
    "cookies", "header", "headers", "challenge", "policy", "navigation", "redirect", "redirects", "callback",
    "deeplink",
    "link", "links", "handle", "handles", "open", "opens", "load", "pin", "pinning", "pinned", "whitelist",
    "whitelisted", "allowlist", "own", "our", "ours", "internal", "official", "partner", "bridge", "script",
    "message",
    "origin", "origins", "sender", "payment", "pay", "download", "decide", "can", "should", "host", "hosts",
    "domain",
    "domains", "accept", "accepts", "accepted", "approve", "approved", "known", "belongs", "evaluate",
    "javascript",
    "sign", "attach", "upload", "send", "request", "web", "grant", "guard", "check", "checks", "access",
    "client",
  ]

  /// Whether the function also asks which character stands before the name.
  private static func looksBeforeTheName(_ call: Call, _ source: SwiftSource) -> Bool {
    guard call.name == "hasSuffix", let function = source.facts.function(around: call.scope) else {
      return false
    }
    return source.facts.calls("hasSuffix", in: function.scope).contains { other in
      other.arguments.first.flatMap { source.fold($0.value, in: other.scope).string } == "."
    }
  }
}

extension HostCheckBySubstring: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    let messages = source.messages(
      "hasSuffix:", "hasPrefix:", "containsString:", "rangeOfString:", "rangeOfString:options:",
      "localizedCaseInsensitiveContainsString:", "localizedStandardContainsString:")
    for message in messages {
      guard let wanted = source.value(message.arguments[0], in: message.function)?.string,
        !message.arguments.dropFirst().contains(where: { source.quote($0).contains("egularExpression") }),
        let subject = AddressSubject.of(message.receiver, in: message.function, source),
        let weakness = Comparison(message.selector).weakness(of: wanted, in: subject)
      else { continue }
      let value = source.quote(message.receiver)
      report.add(
        Self.self, at: source.bytes(of: message.tokens),
        LocalizedText(
          "\(value) is compared with a part of a host's name, \"\(wanted)\"; \(weakness.english).",
          ja: "\(value) をホスト名の一部「\(wanted)」と比較していますが、\(weakness.japanese)。"))
    }
  }
}
