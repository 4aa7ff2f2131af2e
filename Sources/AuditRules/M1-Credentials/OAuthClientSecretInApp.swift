import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A native app that authenticates itself with a client secret.
struct OAuthClientSecretInApp: SwiftRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "oauth-client-secret-in-app",
    title: LocalizedText("OAuth client secret in a native app", ja: "ネイティブアプリに含まれる OAuth クライアントシークレット"),
    why: LocalizedText(
      """
      An app on someone else's device cannot keep a secret (RFC 8252). Whoever extracts it poses as this client and \
      gets the tokens that are meant for it.
      """,
      ja: """
        他人のデバイスにあるアプリは秘密を守れません（RFC 8252）。取り出した者はこのクライアントになりすまし、\
        本来このアプリに渡されるトークンを受け取れます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Register the app as a public client without a secret and use PKCE, as OAuthClient of OmamoriAuth does; \
        or let your server exchange the code.
        """,
        ja: """
          アプリをシークレットのないパブリッククライアントとして登録し、OmamoriAuth のように PKCE を使用してください。\
          あるいはサーバー側でコードを交換してください。
          """),
      library: .auth),
    severity: .high, confidence: .medium, cwe: [798], owaspMobile2024: [.m1], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad:
        #"let form = ["grant_type": "authorization_code", "code": code, "client_secret": "cs_Zq81vTn04R"]"#,
      good: #"let form = ["grant_type": "authorization_code", "code": code, "code_verifier": verifier]"#))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    // A server keeps its secret; it is no app.
    guard source.facts.imports.isDisjoint(with: ["Vapor", "Hummingbird", "NIO", "NIOHTTP1", "Kitura"]) else {
      return
    }
    for entry in source.facts.entries {
      guard let name = entry.label ?? entry.key.flatMap({ source.fold($0, in: entry.scope).string }),
        OAuthParameter.isClientSecret(name)
      else { continue }
      add(name, entry.value, entry.scope, range: (entry.key ?? entry.value).utf8Range, source, &report)
    }
    for assignment in source.facts.assignments {
      guard let access = assignment.target.as(SubscriptCallExprSyntax.self),
        let name = access.arguments.first.flatMap({ source.fold($0.expression, in: assignment.scope).string }
        ),
        OAuthParameter.isClientSecret(name)
      else { continue }
      add(name, assignment.value, assignment.scope, range: assignment.range, source, &report)
    }
    let keys: Set = ["name", "key", "forKey"]
    for call in source.facts.calls(labelled: keys.contains) {
      if let key = call.arguments.first(where: { keys.contains($0.label ?? "") }),
        let name = source.fold(key.value, in: call.scope).string, OAuthParameter.isClientSecret(name),
        let value = call.arguments.first(where: { $0.label == nil || $0.label == "value" })?.value
      {
        add(name, value, call.scope, range: call.range, source, &report)
      }
    }
    guard source.text.firstRange(of: Self.field) != nil else { return }
    for string in source.facts.strings { check(string, source, &report) }
  }

  private static let field = "client_secret="

  /// A form in a text: `"client_id=…&client_secret=\(secret)"`.
  private func check(_ string: StringFact, _ source: SwiftSource, _ report: inout FileReport) {
    let segments = Array(string.node.segments)
    for index in segments.indices {
      guard let text = segments[index].as(StringSegmentSyntax.self)?.content.text,
        let place = text.firstRange(of: Self.field)
      else { continue }
      let rest = text[place.upperBound...].prefix { $0 != "&" }
      guard !rest.isEmpty || index + 1 < segments.count, !source.isMadeUp(string.node) else { continue }
      report.add(
        Self.self, at: string.range, Self.message("client_secret"),
        secrets: rest.count >= 4 ? [String(rest)] : [])
      return
    }
  }

  private func add(
    _ name: String, _ value: ExprSyntax, _ scope: ScopeID, range: Range<Int>, _ source: SwiftSource,
    _ report: inout FileReport
  ) {
    let folded = source.fold(value, in: scope)
    if folded == .none || folded.string == "" { return }
    if let text = folded.string, NotASecret.contains(text, name: "") || text.utf8.count < 4 { return }
    // A type, as in `["clientSecret": String.self]`.
    if NamePath.of(value).last == "self" || source.isMadeUp(value) { return }
    let end = max(range.upperBound, value.utf8Range.upperBound)
    report.add(
      Self.self, at: range.lowerBound..<end, Self.message(name), secrets: folded.string.map { [$0] } ?? [])
  }

  private static func message(_ name: String) -> LocalizedText {
    LocalizedText(
      "The app sends “\(name)”, so the secret of the client is in every copy of it.",
      ja: "アプリが「\(name)」を送信しており、クライアントのシークレットが配布されるすべてのアプリに含まれます。")
  }
}
