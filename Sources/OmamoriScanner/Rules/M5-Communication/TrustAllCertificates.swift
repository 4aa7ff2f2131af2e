import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A challenge answered with `URLCredential(trust:)` in a function in which nothing evaluates the chain.
struct TrustAllCertificates: SwiftRule {
  static let metadata = RuleMetadata(
    id: "trust-all-certificates",
    title: LocalizedText("Any server certificate is accepted", ja: "すべてのサーバー証明書を受け入れている"),
    why: LocalizedText(
      """
      URLCredential(trust:) tells the system to go on with the chain that the server presented. Without an evaluation \
      of that chain anyone on the network path can present a certificate of their own and read and change everything.
      """,
      ja: """
        URLCredential(trust:) は、サーバーが提示した証明書チェーンのまま通信を続けるようシステムに指示します。\
        チェーンを評価しないと、通信経路上の誰でも自分の証明書を提示して、すべての通信を盗聴・改ざんできます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Answer .performDefaultHandling, or call SecTrustEvaluateWithError and cancel when it fails. SecureSession \
        validates every connection and takes private anchors through its TransportPolicy.
        """,
        ja: """
          .performDefaultHandling で応答するか、SecTrustEvaluateWithError を呼び出して失敗時にキャンセルしてください。\
          SecureSession はすべての接続を検証し、独自のルート証明書は TransportPolicy で指定できます。
          """),
      library: .transport),
    severity: .critical, confidence: .high, cwe: [295], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    masvs: ["NETWORK-1"], mastg: [67],
    example: RuleMetadata.Example(
      bad: """
        func urlSession(
          _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
        ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
          guard let trust = challenge.protectionSpace.serverTrust else { return (.cancelAuthenticationChallenge, nil) }
          return (.useCredential, URLCredential(trust: trust))
        }
        """,
      good: """
        func urlSession(
          _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
        ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
          guard let trust = challenge.protectionSpace.serverTrust, SecTrustEvaluateWithError(trust, nil) else {
            return (.cancelAuthenticationChallenge, nil)
          }
          return (.useCredential, URLCredential(trust: trust))
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for function in source.facts.functions {
      // A nested function is looked at by itself; here it counts for the function around it.
      let accepting = TrustEvaluation.acceptingCalls(in: function.scope, source)
        .filter { source.facts.function(around: $0.scope)?.scope == function.scope }
      guard let first = accepting.first, !TrustEvaluation.isEvaluated(in: function.scope, source) else {
        continue
      }
      // A function that compares pins is the business of `pinning-without-evaluation`.
      guard !PinComparison.isMade(in: function.scope, source) else { continue }
      report.add(
        Self.self, at: first.range,
        LocalizedText(
          "\(function.name) accepts the server's chain without evaluating it.",
          ja: "\(function.name) はサーバーの証明書チェーンを評価せずに受け入れています。"),
        related: accepting.dropFirst().map {
          report.step(at: $0.range, LocalizedText("Accepted here as well.", ja: "ここでも受け入れています。"))
        })
    }
    for name in ["setAllowsAnyHTTPSCertificate", "allowsAnyHTTPSCertificate"] {
      for call in source.facts.calls(name) {
        report.add(
          Self.self, at: call.range,
          LocalizedText("\(name) switches certificate checks off.", ja: "\(name) は証明書の検証を無効にします。"))
      }
    }
  }
}
