import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// An authorization request for a code that nothing ties to the app that asked.
struct OAuthNoPKCE: SwiftRule {
  static let metadata = RuleMetadata(
    id: "oauth-no-pkce",
    title: LocalizedText("Authorization request without PKCE", ja: "PKCE を使用しない認可リクエスト"),
    why: LocalizedText(
      """
      Another app that catches the redirect has the authorization code and trades it for tokens. PKCE \
      (RFC 7636) makes the code worthless to anyone who did not start the request.
      """,
      ja: """
        リダイレクトを横取りした別のアプリは、認可コードをトークンに交換できます。PKCE（RFC 7636）を使え\
        ば、リクエストの開始者以外にとってコードは無価値になります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Send code_challenge with method S256 and the verifier with the code. OmamoriAuth makes both \
        for each attempt.
        """,
        ja: """
          code_challenge を S256 方式で送り、コードの交換時に検証値を送信してください。OmamoriAuth は認\
          可のたびに両方を生成します。
          """),
      library: .auth),
    severity: .high, confidence: .high, cwe: [287, 352], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        parts.queryItems = [
          URLQueryItem(name: "response_type", value: "code"), URLQueryItem(name: "client_id", value: clientID),
        ]
        """,
      good: """
        parts.queryItems = [
          URLQueryItem(name: "response_type", value: "code"), URLQueryItem(name: "client_id", value: clientID),
          URLQueryItem(name: "code_challenge", value: challenge),
          URLQueryItem(name: "code_challenge_method", value: "S256"),
        ]
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let parameters = OAuthParameter.all(in: source)
    for method in parameters where method.name == "code_challenge_method" && method.value == "plain" {
      report.add(
        Self.self, at: method.range,
        LocalizedText(
          "The method plain sends the verifier itself.", ja: "plain 方式では検証値そのものが送信されます。"))
    }
    let requests = parameters.filter { $0.name == "response_type" && $0.asksForCode }
    guard !requests.isEmpty else { return }
    let challenges = OAuthMentions(of: "code_challenge", in: source, parameters)
    for type in requests where !challenges.canBelong(to: type, in: source) {
      report.add(
        Self.self, at: type.range,
        LocalizedText(
          "A code is requested and no code_challenge is sent.",
          ja: "認可コードを要求していますが、code_challenge が送信されていません。"),
        severity: isKeptBySession(source, parameters) ? .low : nil)
    }
  }

  /// Whether a state is sent and the answer comes through the session of the system, which hands it to nobody else.
  private func isKeptBySession(_ source: SwiftSource, _ parameters: [OAuthParameter]) -> Bool {
    parameters.contains { $0.name == "state" } && !source.uses(of: "ASWebAuthenticationSession").isEmpty
  }
}
