import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Pins compared on a chain that nothing evaluates: the certificate may be expired, for another host, or self-made.
struct PinningWithoutEvaluation: SwiftRule {
  static let metadata = RuleMetadata(
    id: "pinning-without-evaluation",
    title: LocalizedText("Pin compared on an unchecked chain", ja: "検証していないチェーンでピンを比較している"),
    why: LocalizedText(
      """
      A certificate is public: whoever has seen it can present it inside a chain of their own. Comparing its bytes says \
      nothing about the host, the validity or the signature unless the chain is evaluated first.
      """,
      ja: """
        証明書は公開情報であり、入手した者なら自作のチェーンに入れて提示できます。先にチェーンを評価しなければ、\
        バイト列の比較だけではホスト名、有効期間、署名について何も確認できません。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Call SecTrustEvaluateWithError first and compare pins only when it succeeds. SecureSession compares pins on the \
        validated chain only.
        """,
        ja: """
          先に SecTrustEvaluateWithError を呼び出し、成功した場合にだけピンを比較してください。\
          SecureSession は検証済みのチェーンでのみピンを比較します。
          """),
      library: .transport),
    severity: .high, confidence: .high, cwe: [295], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        func urlSession(
          _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
          completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
          guard let trust = challenge.protectionSpace.serverTrust,
            let leaf = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.first,
            pins.contains(SecCertificateCopyData(leaf) as Data)
          else { return completionHandler(.cancelAuthenticationChallenge, nil) }
          completionHandler(.useCredential, URLCredential(trust: trust))
        }
        """,
      good: """
        func urlSession(
          _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
          completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
          guard let trust = challenge.protectionSpace.serverTrust, SecTrustEvaluateWithError(trust, nil),
            let leaf = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.first,
            pins.contains(SecCertificateCopyData(leaf) as Data)
          else { return completionHandler(.cancelAuthenticationChallenge, nil) }
          completionHandler(.useCredential, URLCredential(trust: trust))
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for function in source.facts.functions {
      guard let accepting = TrustEvaluation.acceptingCalls(in: function.scope, source).first,
        source.facts.function(around: accepting.scope)?.scope == function.scope,
        let extraction = PinComparison.extraction(in: function.scope, source),
        // Bytes that are taken and not compared are the business of `certificate-probe-unauthenticated`.
        PinComparison.isCompared(in: function.scope, source)
      else { continue }
      let byCallers = TrustEvaluation.isEvaluatedByCallers(of: function, source)
      if byCallers == true || TrustEvaluation.isEvaluated(in: function.scope, source) {
        report.note(
          .pinning, at: extraction.range,
          LocalizedText(
            "\(function.name) compares pins on an evaluated chain.",
            ja: "\(function.name) は評価済みのチェーンでピンを比較しています。"))
        continue
      }
      report.add(
        Self.self, at: accepting.range,
        LocalizedText(
          "\(function.name) accepts the chain after comparing \(extraction.name), but never evaluates it.",
          ja: "\(function.name) は \(extraction.name) の比較だけでチェーンを受け入れ、評価を行っていません。"),
        severity: byCallers == nil ? .medium : nil, confidence: byCallers == nil ? .low : nil,
        related: [report.step(at: extraction.range, LocalizedText("The comparison.", ja: "比較の箇所です。"))])
      guard byCallers != nil else { continue }
      report.note(
        .pinningBroken, at: extraction.range,
        LocalizedText("Pins are compared on an unchecked chain.", ja: "検証していないチェーンでピンを比較しています。"))
    }
  }
}
