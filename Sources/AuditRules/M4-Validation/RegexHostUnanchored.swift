import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A pattern for a host that other hosts match as well.
struct RegexHostUnanchored: SwiftRule {
  static let metadata = RuleMetadata(
    id: "regex-host-unanchored",
    title: LocalizedText(
      "Pattern for a host that other hosts match", ja: "別のホストにも一致するホスト名の正規表現"),
    why: LocalizedText(
      """
      An unescaped dot stands for any letter, and without an anchor the name may stand anywhere or go on. \
      Anyone can register such a name, and it then passes for the app's own.
      """,
      ja: """
        エスケープしていないドットは任意の 1 文字に一致し、アンカーがなければ前後に文字列を続けられます。\
        そのような名前は誰でも登録でき、アプリ自身のホストとして扱われます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Take the host from URLComponents and compare it with a set of allowed hosts. Where a pattern is \
        needed, escape each dot and match the whole: wholeMatch, or ^…$ around an alternation in a group.
        """,
        ja: """
          URLComponents でホストを取り出し、許可するホストの集合と比較してください。正規表現が必要な場合は、\
          ドットをすべてエスケープし、全体に一致させてください（wholeMatch、または選択肢をグループにして ^…$）。
          """)),
    severity: .medium, confidence: .medium, cwe: [20, 777], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        let isOwn = url.absoluteString.range(of: "^https://www.example.com", options: .regularExpression) != nil
        """,
      good: """
        let isOwn = url.scheme == "https" && url.host == "www.example.com"
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var seen: Set<Range<Int>> = []
    for use in RegexUse.all(in: source) where Self.decides(use, source) && !use.isLiteral {
      for known in use.known(source) where HostPattern.mayHoldHost(known.text) && !seen.contains(known.range)
      {
        guard let subject = subject(of: use, known.text, source),
          let pattern = RegexPattern(known.text, use.options),
          let fault = HostPattern.fault(of: pattern, subject, reach(of: use, source))
        else { continue }
        seen.insert(known.range)
        report.add(Self.self, at: known.range, fault)
      }
    }
  }

  private func reach(of use: RegexUse, _ source: SwiftSource) -> HostPattern.Reach {
    switch use.manner {
    case .whole: .whole
    case .prefix: .prefix
    case .constant: .unknown
    case .other where use.subject == nil: .unknown
    case .search, .replacement, .other: comparesRange(use, source) ? .whole : .anywhere
    }
  }

  /// Whether the function asks how much of the text the match covers: `match.range.length == text.utf16.count`.
  private func comparesRange(_ use: RegexUse, _ source: SwiftSource) -> Bool {
    guard let call = use.call, let function = source.facts.function(around: call.scope) else { return false }
    return source.facts.comparisons.contains { comparison in
      comparison.isEquality && source.facts.isWithin(comparison.scope, function.scope)
        && [comparison.left, comparison.right].contains { side in
          let path = NamePath.of(side)
          return path.count > 1 && path.contains { $0 == "range" } && path.last != "location"
            || path.last == "upperBound" || path.last == "lowerBound"
        }
    }
  }

  /// What the pattern is compared with: what the text is called, or, for a pattern with a scheme, a URL.
  private func subject(of use: RegexUse, _ pattern: String, _ source: SwiftSource) -> AddressSubject? {
    if let subject = use.subject {
      let origins = source.elements(of: subject.value, in: subject.scope)
      if let found = AddressSubject.of(subject.value, in: subject.scope, source) { return found }
      if let found = origins.lazy.compactMap({ AddressSubject.of($0.expression, in: $0.scope, source) }).first
      {
        return found
      }
    }
    // Of a text that says nothing, the function or the constant may say what it is.
    if use.manner == .constant || use.manner == .other && use.subject == nil {
      return HostPattern.subject(ofConstant: pattern)
    }
    guard let call = use.call else { return nil }
    var names = [source.facts.function(around: call.scope)?.name]
    names.append(call.node.ancestor(PatternBindingSyntax.self, within: 8)?.pattern.trimmedDescription)
    for range in use.known(source).map(\.range) {
      names.append(
        source.facts.bindings.first { $0.range.contains(range.lowerBound) && $0.kind == .constant }?.name)
    }
    let words = Set(names.compactMap { $0 }.flatMap { Words.of($0) })
    guard !words.isDisjoint(with: Self.deciding) else { return nil }
    if !words.isDisjoint(with: ["host", "hosts", "domain", "domains", "hostname"]) {
      return pattern.contains("://") || pattern.contains(":\\/\\/") ? .url : .host
    }
    return words.isDisjoint(with: ["url", "urls", "link", "links", "origin", "origins", "redirect", "uri"])
      ? nil : .url
  }

  private static let deciding: Set = [
    "is", "allowed", "allow", "trusted", "trust", "valid", "validate", "check", "can", "should", "own",
    "permitted", "whitelist", "whitelisted", "internal", "matches", "verify", "accepts", "host", "hosts",
    "domain",
    "domains", "origin", "origins", "redirect",
  ]

  /// Whether the match answers yes or no: nothing is replaced, and no part of the text is taken out.
  static func decides(_ use: RegexUse, _ source: SwiftSource) -> Bool {
    switch use.manner {
    case .whole, .prefix, .search, .other: break
    case .replacement: return false
    case .constant: return true
    }
    guard let call = use.call else { return true }
    if ["matches", "ranges", "split", "enumerateMatches", "trimmingPrefix"].contains(call.name) {
      return isCounted(call)
    }
    if takesPart(call.node) { return false }
    guard let name = boundName(of: call) else { return true }
    let scope = source.facts.enclosing(.function, of: call.scope) ?? .file
    return !source.facts.references(name, in: scope).contains { takesPart($0.node) }
  }

  /// The name that the match is given: `guard let match = text.firstMatch(…)`.
  private static func boundName(of call: Call) -> String? {
    if let condition = call.node.ancestor(OptionalBindingConditionSyntax.self, within: 8) {
      return condition.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
    return call.node.ancestor(PatternBindingSyntax.self, within: 8)?.pattern
      .as(IdentifierPatternSyntax.self)?.identifier.text
  }

  /// Whether a part of the match is taken: `match.1`, `match.output`, `match.range(at: 1)`, `match[name]`.
  private static func takesPart(_ match: some SyntaxProtocol) -> Bool {
    var node = Syntax(match)
    while let parent = node.parent,
      parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
    {
      node = parent
    }
    guard let parent = node.parent else { return false }
    if parent.is(SubscriptCallExprSyntax.self) { return true }
    guard let member = parent.as(MemberAccessExprSyntax.self) else { return false }
    let name = member.declName.baseName.text
    if name == "range", let call = member.parent?.as(FunctionCallExprSyntax.self) {
      return !call.arguments.isEmpty
    }
    return name == "output" || name.first?.isNumber == true
  }

  /// Whether only the number of matches is asked for: `matches(in: …).isEmpty`.
  private static func isCounted(_ call: Call) -> Bool {
    guard let member = call.node.parent?.as(MemberAccessExprSyntax.self) else { return false }
    return ["isEmpty", "count"].contains(member.declName.baseName.text)
  }
}

extension RegexHostUnanchored: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for use in CRegexUse.all(in: source) where use.manner != .replacement && !use.isLiteral {
      guard let text = use.text(source), HostPattern.mayHoldHost(text),
        let subject = use.manner == .constant
          ? HostPattern.subject(ofConstant: text)
          : use.subjects.lazy.compactMap({ AddressSubject.of($0.range, in: $0.function, source) }).first,
        let pattern = RegexPattern(text, use.options),
        let fault = HostPattern.fault(of: pattern, subject, reach(of: use))
      else { continue }
      report.add(Self.self, at: use.place(source), fault)
    }
  }

  private func reach(of use: CRegexUse) -> HostPattern.Reach {
    switch use.manner {
    case .whole: .whole
    case .constant: .unknown
    case .prefix, .search, .replacement, .other: .anywhere
    }
  }
}
