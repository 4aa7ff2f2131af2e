import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A grant that hands tokens through the address bar or the password through the app.
struct OAuthWeakFlow: SwiftRule {
  static let metadata = RuleMetadata(
    id: "oauth-weak-flow",
    title: LocalizedText("Outdated OAuth flow", ja: "廃止された OAuth フロー"),
    why: LocalizedText(
      """
      The implicit flow puts the token into a URL that other apps, logs and histories see; the \
      password grant teaches people to type their password into any app. Both are removed in OAuth \
      2.1.
      """,
      ja: """
        インプリシットフローではトークンが URL に入り、他のアプリ、ログ、履歴に残ります。パスワードグラ\
        ントはアプリへのパスワード入力を習慣づけます。どちらも OAuth 2.1 で廃止されました。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use the authorization code flow with PKCE in ASWebAuthenticationSession; OmamoriAuth \
        implements it.
        """,
        ja: """
          ASWebAuthenticationSession で PKCE 付きの認可コードフローを使用してください。OmamoriAuth が実\
          装しています。
          """),
      library: .auth),
    severity: .high, confidence: .high, cwe: [287], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        let items = [URLQueryItem(name: "response_type", value: "token")]
        """,
      good: """
        let items = [URLQueryItem(name: "response_type", value: "code")]
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for parameter in OAuthParameter.all(in: source) {
      guard let value = parameter.value else { continue }
      let kinds = value.split(whereSeparator: { $0 == " " || $0 == "+" })
      if parameter.name == "response_type", kinds.contains("token") {
        report.add(
          Self.self, at: parameter.range,
          LocalizedText(
            "response_type is \(value): the token comes back in the URL.",
            ja: "response_type が \(value) のため、トークンが URL で返されます。"))
      } else if parameter.name == "grant_type", value == "password" {
        report.add(
          Self.self, at: parameter.range,
          LocalizedText(
            "grant_type is password: the app handles the password itself.",
            ja: "grant_type が password のため、アプリがパスワードを直接扱います。"))
      }
    }
  }
}
