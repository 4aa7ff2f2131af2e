import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Code that only wants to look at a certificate, accepts any for that, and sends its request all the same.
struct CertificateProbeUnauthenticated: SwiftRule {
  static let metadata = RuleMetadata(
    id: "certificate-probe-unauthenticated",
    title: LocalizedText("Certificate is read over an unchecked connection", ja: "検証していない接続で証明書を取得している"),
    why: LocalizedText(
      """
      To read the certificate the handler accepts whatever is presented, and then the request itself is sent to whoever \
      presented it. What is read that way, a pin for example, may come from an attacker, and the answer does, too.
      """,
      ja: """
        証明書を読み取るために提示されたものを無条件で受け入れ、その相手にリクエストまで送信しています。\
        この方法で得たピンなどの情報も応答も、攻撃者のものかもしれません。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Evaluate the chain before anything is sent, or cancel the challenge once the certificate has been read. \
        SecureSession reports the validated chain of each connection.
        """,
        ja: """
          送信する前にチェーンを評価するか、証明書を読み取った時点でチャレンジをキャンセルしてください。\
          SecureSession は接続ごとに検証済みのチェーンを知らせます。
          """),
      library: .transport),
    severity: .medium, confidence: .medium, cwe: [295], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        func urlSession(
          _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
        ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
          let trust = challenge.protectionSpace.serverTrust!
          let leaf = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.first
          certificate = leaf.map { SecCertificateCopyData($0) as Data }
          return (.useCredential, URLCredential(trust: trust))
        }
        """,
      good: """
        func urlSession(
          _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
        ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
          let trust = challenge.protectionSpace.serverTrust!
          let leaf = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.first
          certificate = leaf.map { SecCertificateCopyData($0) as Data }
          return (.cancelAuthenticationChallenge, nil)
        }
        """))

  static let triggers: Set = ["URLCredential", "credentialForTrust"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for function in source.facts.functions {
      guard let accepting = TrustEvaluation.acceptingCalls(in: function.scope, source).first,
        source.facts.function(around: accepting.scope)?.scope == function.scope,
        !TrustEvaluation.isEvaluated(in: function.scope, source),
        let extraction = PinComparison.extraction(in: function.scope, source),
        !PinComparison.isCompared(in: function.scope, source)
      else { continue }
      report.add(
        Self.self, at: accepting.range,
        LocalizedText(
          "\(function.name) reads the certificate with \(extraction.name) and goes on with the connection unchecked.",
          ja: "\(function.name) は \(extraction.name) で証明書を読み取り、検証しないまま接続を続けています。"),
        related: [
          report.step(at: extraction.range, LocalizedText("Read here.", ja: "ここで読み取られます。"))
        ])
    }
  }
}
