import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A sign-in whose answer comes back through a scheme that any app can claim.
struct OAuthCustomSchemeCallback: SwiftRule {
  static let metadata = RuleMetadata(
    id: "oauth-custom-scheme-callback",
    title: LocalizedText("Sign-in answer through a custom scheme", ja: "独自スキームで受け取るサインイン結果"),
    why: LocalizedText(
      """
      Several apps may declare the same scheme and iOS does not say which one is asked. A foreign app \
      can receive the code, or send a made-up answer.
      """,
      ja: """
        同じスキームを複数のアプリが宣言でき、どのアプリに渡されるかは保証されません。別のアプリがコード\
        を受け取ったり、偽の応答を送ったりできます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use an https callback (.https(host:path:)) with an associated domain, and PKCE in any case; \
        OmamoriAuth supports both.
        """,
        ja: """
          関連ドメインを設定した https のコールバック（.https(host:path:)）を使用し、PKCE も併用してくだ\
          さい。OmamoriAuth は両方に対応しています。
          """),
      library: .auth),
    severity: .low, confidence: .high, cwe: [940], owaspMobile2024: [.m3], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: """
        let session = ASWebAuthenticationSession(url: url, callbackURLScheme: "moon") { url, error in finish(url) }
        """,
      good: """
        let session = ASWebAuthenticationSession(url: url, callback: .https(host: "id.example", path: "/done")) { finish($0) }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let labelled = source.facts.calls(labelled: "callbackURLScheme").filter { $0.name != "customScheme" }
    for call in source.facts.calls("customScheme") + labelled {
      guard let argument = schemeArgument(of: call) else { continue }
      let value = source.fold(argument.value, in: call.scope)
      guard let scheme = value.string, !["https", ""].contains(scheme.lowercased()) else { continue }
      let start = argument.labelRange?.lowerBound ?? argument.value.utf8Range.lowerBound
      report.add(
        Self.self, at: start..<argument.value.utf8Range.upperBound,
        LocalizedText(
          "The answer comes back through \(scheme):, which any app may declare.",
          ja: "応答は \(scheme): で戻りますが、このスキームはどのアプリでも宣言できます。"),
        // The sessions of the system hand the answer to the app that began them, whatever others declare.
        confidence: .low)
    }
  }

  private func schemeArgument(of call: Call) -> (value: ExprSyntax, labelRange: Range<Int>?)? {
    if call.name == "customScheme", let value = call.arguments.first?.value { return (value, nil) }
    guard let node = call.node.arguments.first(where: { $0.label?.text == "callbackURLScheme" }) else {
      return nil
    }
    return (node.expression, node.label?.utf8Range)
  }
}
