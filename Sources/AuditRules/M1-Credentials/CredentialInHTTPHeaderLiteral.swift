import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A user name with password, or a token, written into an Authorization header.
struct CredentialInHTTPHeaderLiteral: SwiftRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "credential-in-http-header-literal",
    title: LocalizedText("Literal credential in an HTTP header", ja: "HTTP ヘッダーに直接書かれた認証情報"),
    why: LocalizedText(
      """
      Base64 hides nothing: user name and password, or the token, are in every copy of the app, and whoever extracts \
      them may do at the service what the app may do.
      """,
      ja: """
        Base64 では何も隠せません。ユーザー名とパスワード、またはトークンが配布されるすべてのアプリに含まれ、\
        取り出した者はサービスに対してアプリと同じ操作を行えます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Sign each user in and send the user's own token, as TokenSession of OmamoriAuth does; revoke the literal one.",
        ja: "利用者ごとにサインインし、その利用者のトークンを送信してください（OmamoriAuth の TokenSession）。埋め込まれた値は失効させてください。"),
      library: .auth),
    severity: .critical, confidence: .high, cwe: [798], owaspMobile2024: [.m1], owaspMobile2016: [.m9],
    example: RuleMetadata.Example(
      bad:
        #"configuration.httpAdditionalHeaders = ["Authorization": "Basic dHN1a2ltaS1hcHA6S2lyYTgxLXVzYWdp"]"#,
      good: #"request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")"#))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var seen: Set<Range<Int>> = []
    for (string, value) in source.foldedStrings.lazy.map({ ($0.fact, $0.value) }) {
      guard case .string(let text) = value,
        let secret = Self.credential(in: text), !Self.namesASecret(string.node),
        !source.isMadeUp(string.node),
        seen.insert(string.range).inserted
      else { continue }
      add(text.hasPrefix("Basic") ? .password : .token, secret, string.range, &report)
    }
    for (value, scope) in Self.authorizationValues(source) {
      for part in source.constantParts(of: value, in: scope) where !source.isMadeUp(value) {
        guard let literal = CredentialLiteral(part.text, name: "token"), literal.strength == .strong,
          Self.credential(in: part.text) == nil, ProviderTokens.first(in: part.text) == nil,
          !part.text.hasPrefix("Basic "), seen.insert(part.node.utf8Range).inserted
        else { continue }
        add(.token, part.text, part.node.utf8Range, &report)
      }
    }
    for call in source.facts.calls("URLCredential") {
      guard let password = call.argument("password"), !source.isMadeUp(call.node),
        let part = source.constantParts(of: password, in: call.scope).first, part.text.utf8.count >= 4,
        !NotASecret.contains(part.text, name: "password")
      else { continue }
      add(.password, part.text, part.node.utf8Range, &report)
    }
    for call in source.facts.calls("base64EncodedString") {
      guard let receiver = call.receiver, let bytes = source.fold(receiver, in: call.scope).bytes,
        let text = Self.account(bytes),
        source.facts.strings.contains(where: { $0.node.description.contains("Basic ") })
      else { continue }
      add(.password, text, call.range, &report)
    }
  }

  /// `"Bearer \(accessToken)"`: the literal is reported where `accessToken` is declared.
  private static func namesASecret(_ literal: StringLiteralExprSyntax) -> Bool {
    literal.segments.contains { segment in
      guard case .expressionSegment(let hole) = segment, let value = hole.expressions.first?.expression else {
        return false
      }
      return NamePath.last(of: value).map { SensitiveLexicon.meaning(of: $0) == .secret } ?? false
    }
  }

  private enum Kind {
    case password
    case token
  }

  private func add(_ kind: Kind, _ secret: String, _ range: Range<Int>, _ report: inout FileReport) {
    let message =
      switch kind {
      case .password:
        LocalizedText("A user name and a password are sent from a literal.", ja: "リテラルのユーザー名とパスワードが送信されます。")
      case .token:
        LocalizedText("An access token is sent from a literal.", ja: "リテラルのアクセストークンが送信されます。")
      }
    report.add(Self.self, at: range, message, secrets: [secret])
  }

  /// The secret part of `Basic …` and `Bearer …`.
  private static func credential(in text: String) -> String? {
    if text.hasPrefix("Basic ") {
      let encoded = text.dropFirst(6).trimmingPrefix { $0 == " " }
      guard encoded.utf8.count >= 8, let data = Data(base64Encoded: String(encoded)) else { return nil }
      return account(Array(data)).map { _ in String(encoded) }
    }
    guard text.hasPrefix("Bearer ") else { return nil }
    let token = String(text.dropFirst(7))
    guard !token.contains(" "), ProviderTokens.first(in: token) == nil,
      let literal = CredentialLiteral(token, name: "token"), literal.strength == .strong
    else { return nil }
    return token
  }

  /// `user:password` in printable characters.
  private static func account(_ bytes: [UInt8]) -> String? {
    guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }), let colon = bytes.firstIndex(of: 0x3A), colon > 0,
      colon + 1 < bytes.count
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return ["user:pass", "user:password", "username:password"].contains(text) ? nil : text
  }

  /// What is put under an Authorization header.
  private static func authorizationValues(_ source: SwiftSource) -> [(ExprSyntax, ScopeID)] {
    func isAuthorization(_ name: String?) -> Bool {
      ["authorization", "proxy-authorization"].contains(name?.lowercased() ?? "")
    }
    var found = CredentialSlot.all(in: source).filter { $0.kind == .entry && isAuthorization($0.name) }
      .map { ($0.value, $0.scope) }
    for name in ["setValue", "addValue"] {
      for call in source.facts.calls(name) {
        guard let field = call.argument("forHTTPHeaderField"), let value = call.arguments.first?.value,
          isAuthorization(source.fold(field, in: call.scope).string)
        else { continue }
        found.append((value, call.scope))
      }
    }
    return found
  }
}
