import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A secret that is part of an address.
struct CredentialInURLQuery: SwiftRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "credential-in-url-query",
    title: LocalizedText("Credential in a URL", ja: "URL に含まれる認証情報"),
    why: LocalizedText(
      """
      Addresses end up in the logs of servers, proxies and crash reporters, in caches and in Referer headers, TLS or \
      not. Everyone who reads one of those has the secret.
      """,
      ja: """
        URL は TLS を使っていても、サーバーやプロキシ、クラッシュレポートのログ、キャッシュ、Referer ヘッダーに残ります。\
        それらを読める者全員に秘密情報が渡ります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Send the secret in the body of a POST or in the Authorization header, as TokenSession of OmamoriAuth does.",
        ja: "秘密情報は POST の本文か Authorization ヘッダーで送信してください（OmamoriAuth の TokenSession はそのように動作します）。"),
      library: .transport),
    severity: .high, confidence: .high, cwe: [598], owaspMobile2024: [.m1], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: #"let address = "https://api.example/session?mail=\(mail)&password=\(password)""#,
      good: """
        var request = URLRequest(url: sessions)
        request.httpMethod = "POST"
        request.httpBody = try JSONEncoder().encode(SignIn(mail: mail, password: password))
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("URLQueryItem") + source.facts.calls("NSURLQueryItem") {
      guard let name = call.argument("name").flatMap({ source.fold($0, in: call.scope).string }),
        let value = call.argument("value"), SensitiveLexicon.meaning(of: name) == .secret,
        !OAuthParameter.isClientSecret(name), source.fold(value, in: call.scope) != .none,
        !isBody(call, source), !source.isMadeUp(call.node)
      else { continue }
      report.add(
        Self.self, at: call.range, Self.message(name), severity: Self.severity(name),
        confidence: Self.confidence(name))
    }
    var seen: Set<Range<Int>> = []
    var concatenations: [SyntaxIdentifier: Bool] = [:]
    for string in source.facts.strings {
      let whole = Self.whole(string.node, &concatenations)
      let text = Self.flat(source.fold(whole, in: string.scope))
      guard text.holds(UInt8(ascii: "?")) || text.holds(UInt8(ascii: "@")),
        seen.insert(whole.utf8Range).inserted, !Self.isCompared(whole), !source.isMadeUp(whole)
      else { continue }
      if let name = Self.secretParameter(in: text) {
        report.add(
          Self.self, at: whole.utf8Range, Self.message(name), severity: Self.severity(name),
          confidence: Self.confidence(name),
          secrets: Self.literalSecrets(in: text))
      } else if let password = Self.password(in: text) {
        report.add(
          Self.self, at: whole.utf8Range,
          LocalizedText("The address holds a user name and a password.", ja: "URL にユーザー名とパスワードが含まれています。"),
          secrets: [password].filter { !$0.contains(Self.hole) })
      }
    }
  }

  /// Every value of a query and the password before the host, as far as they stand in the literal.
  private static func literalSecrets(in text: String) -> [String] {
    let query = text.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let values = query.split { $0 == "&" || $0 == "#" }.compactMap { pair in
      pair.split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
    }
    return (values + [password(in: text)].compactMap(\.self)).filter { !$0.contains(hole) }
  }

  private static func message(_ name: String) -> LocalizedText {
    LocalizedText(
      "“\(name)” is part of the address.", ja: "「\(name)」が URL の一部として送られます。")
  }

  /// API keys in addresses are common and sometimes meant to be public.
  private static func confidence(_ name: String) -> Confidence { isKeyOfClient(name) ? .medium : .high }

  /// What every copy of the app carries is no secret of a user.
  private static func severity(_ name: String) -> Severity { isKeyOfClient(name) ? .low : .high }

  private static func isKeyOfClient(_ name: String) -> Bool {
    let words = Words.of(name)
    return words.contains("apikey") || words.contains("key") && words.contains("api") || words == ["key"]
  }

  /// A form for the body of a POST is often put together with the same types.
  private func isBody(_ call: Call, _ source: SwiftSource) -> Bool {
    guard let function = source.facts.function(around: call.scope) else { return false }
    if let components = components(around: call, source) {
      let members = Set(
        (source.facts.references[components] ?? []).filter { function.range.contains($0.range.lowerBound) }
          .compactMap { $0.node.ancestor(MemberAccessExprSyntax.self, within: 2)?.declName.baseName.text })
      if !members.isDisjoint(with: ["url", "string"]) { return false }
      // `enhancedPercentEncodedQuery` of an extension is the text of a form like the one of the system.
      if members.contains(where: { $0.lowercased().hasSuffix("query") }) { return true }
    }
    func isUsed(_ name: String) -> Bool {
      (source.facts.references[name] ?? []).contains { function.range.contains($0.range.lowerBound) }
    }
    return isUsed("percentEncodedQuery") || isUsed("query") || (isUsed("httpBody") && !isUsed("url"))
  }

  /// The name of the components whose `queryItems` the item becomes a part of.
  private func components(around call: Call, _ source: SwiftSource) -> String? {
    guard let target = source.facts.assignment(around: call.range.lowerBound)?.target else { return nil }
    let path = NamePath.of(target)
    return path.count == 2 && path[1] == "queryItems" ? path[0] : nil
  }

  // MARK: Text

  /// The place of something known only when the program runs.
  private static let hole: Character = "\u{FFFC}"

  /// The outermost concatenation that `literal` is a part of; `known` says of sequences whether they are one.
  private static func whole(
    _ literal: StringLiteralExprSyntax, _ known: inout [SyntaxIdentifier: Bool]
  ) -> ExprSyntax {
    guard let sequence = literal.parent?.parent?.as(SequenceExprSyntax.self) else {
      return ExprSyntax(literal)
    }
    let joins = known[sequence.id] ?? isConcatenation(sequence)
    known[sequence.id] = joins
    return joins ? ExprSyntax(sequence) : ExprSyntax(literal)
  }

  private static func isConcatenation(_ sequence: SequenceExprSyntax) -> Bool {
    SequenceParts.of(ExprSyntax(sequence)).allSatisfy {
      SequenceParts.operation($0).map { $0 == "+" } ?? true
    }
      && sequence.elements.allSatisfy { !$0.is(UnresolvedTernaryExprSyntax.self) }
  }

  private static func isCompared(_ node: ExprSyntax) -> Bool {
    guard let call = node.ancestor(FunctionCallExprSyntax.self, within: 4) else { return false }
    return [
      "contains", "hasPrefix", "hasSuffix", "range", "components", "split", "firstRange", "print",
      "replacing",
    ]
    .contains(NamePath.last(of: call.calledExpression) ?? "")
  }

  private static func flat(_ value: Value) -> String {
    switch value {
    case .string(let text): text
    case .template(let parts):
      parts.map { part in
        switch part {
        case .text(let text): text
        case .hole: String(hole)
        }
      }.joined()
    default: ""
    }
  }

  /// The first parameter behind a `?` that is named after a secret and has a value.
  private static func secretParameter(in text: String) -> String? {
    guard let question = text.firstIndex(of: "?") else { return nil }
    let front = text[..<question]
    guard !front.contains(" "), !front.contains("\n") else { return nil }
    for parameter in text[text.index(after: question)...].split(separator: "&") {
      guard let equals = parameter.firstIndex(of: "=") else { continue }
      let (name, value) = (parameter[..<equals], parameter[equals...].dropFirst())
      guard !value.isEmpty, name.utf8.allSatisfy({ (0x2D...0x7A).contains($0) }) else { continue }
      let secret = String(name)
      if SensitiveLexicon.meaning(of: secret) == .secret, !OAuthParameter.isClientSecret(secret) {
        return secret
      }
    }
    return nil
  }

  /// The password of `https://user:password@host`.
  private static func password(in text: String) -> String? {
    guard let scheme = text.firstRange(of: "://") else { return nil }
    let authority = text[scheme.upperBound...].prefix { !"/?#".contains($0) && !$0.isWhitespace }
    guard let at = authority.lastIndex(of: "@") else { return nil }
    let account = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard account.count == 2, !account[0].isEmpty, !account[1].isEmpty else { return nil }
    // `user:password@` of a documentation, `$(USER):$(TOKEN)@` of a setting.
    let words = ["user", "username", "pass", "password", "pw", "x", "foo", "bar"]
    guard !words.contains(account[1].lowercased()), !account[1].hasPrefix("$"), !account[1].hasPrefix("<")
    else {
      return nil
    }
    return String(account[1])
  }
}
