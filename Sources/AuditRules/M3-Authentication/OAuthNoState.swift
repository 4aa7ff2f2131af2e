import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// An authorization request whose answer cannot be told from one that somebody else started.
struct OAuthNoState: SwiftRule {
  static let metadata = RuleMetadata(
    id: "oauth-no-state",
    title: LocalizedText("Authorization request without state", ja: "state のない認可リクエスト"),
    why: LocalizedText(
      """
      An attacker can feed the app the answer of their own sign-in, so that the victim works in the \
      attacker's account. A fresh state that must come back tells the answers apart.
      """,
      ja: """
        攻撃者は自分のサインインの応答をアプリに渡し、被害者に攻撃者のアカウントを使わせることができます。\
        毎回新しい state が戻ることを確認すれば区別できます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Send a random state for each attempt and compare it in the callback. OmamoriAuth does both.
        """,
        ja: """
          認可のたびにランダムな state を送り、コールバックで比較してください。OmamoriAuth は両方を行い\
          ます。
          """),
      library: .auth),
    severity: .medium, confidence: .medium, cwe: [352], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        parts.queryItems = [URLQueryItem(name: "response_type", value: "code"), URLQueryItem(name: "client_id", value: id)]
        """,
      good: """
        parts.queryItems = [
          URLQueryItem(name: "response_type", value: "code"), URLQueryItem(name: "state", value: state),
        ]
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let parameters = OAuthParameter.all(in: source)
    let requests = parameters.filter { $0.name == "response_type" && $0.value != nil }
    guard !requests.isEmpty else { return }
    for state in parameters where state.name == "state" && state.value != nil {
      report.add(
        Self.self, at: state.range,
        LocalizedText("The state is the same in every request.", ja: "state がすべてのリクエストで同じ値です。"))
    }
    let states = OAuthMentions(of: "state", in: source, parameters)
    guard let request = requests.first(where: { !states.canBelong(to: $0, in: source) }) else { return }
    let challenges = OAuthMentions(of: "code_challenge", in: source, parameters)
    let hasChallenge = challenges.canBelong(to: request, in: source)
    report.add(
      Self.self, at: Self.list(around: request, parameters, source),
      LocalizedText(
        "The authorization request carries no state.", ja: "認可リクエストに state が含まれていません。"),
      severity: hasChallenge ? .low : nil, confidence: hasChallenge ? .low : nil)
  }

  /// The list of parameters to which `state` must be added.
  private static func list(
    around request: OAuthParameter, _ parameters: [OAuthParameter], _ source: SwiftSource
  ) -> Range<Int> {
    let function = source.facts.function(around: request.scope)?.scope
    let first = parameters.first {
      source.facts.function(around: $0.scope)?.scope == function && $0.kind == request.kind
    }
    return first?.list ?? request.list ?? request.range
  }
}
