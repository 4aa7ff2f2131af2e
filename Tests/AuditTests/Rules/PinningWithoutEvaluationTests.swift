import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PinningWithoutEvaluationTests {
  @Test(arguments: [
    """
    func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
                    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
      let trust = challenge.protectionSpace.serverTrust!
      let certificate = SecTrustGetCertificateAtIndex(trust, 0)!
      let remote = SecCertificateCopyData(certificate) as NSData
      if remote.isEqual(to: localCertificate) {
        completionHandler(.useCredential, ⟦URLCredential(trust: trust)⟧)
      } else {
        completionHandler(.cancelAuthenticationChallenge, nil)
      }
    }
    """,
    """
    func decide(_ trust: SecTrust) -> URLCredential? {
      guard let key = SecTrustCopyKey(trust), let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data?,
        pins.contains(Data(SHA256.hash(data: bytes)))
      else { return nil }
      return ⟦URLCredential(trust: trust)⟧
    }
    func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge) async
      -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      (.useCredential, challenge.protectionSpace.serverTrust.flatMap { decide($0) })
    }
    """,
    """
    func answer(_ trust: SecTrust) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      matches(trust) ? (.useCredential, ⟦URLCredential(trust: trust)⟧) : (.cancelAuthenticationChallenge, nil)
    }
    func matches(_ trust: SecTrust) -> Bool {
      guard let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] else { return false }
      return chain.contains { pins.contains(SecCertificateCopyData($0) as Data) }
    }
    func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge) async
      -> (URLSession.AuthChallengeDisposition, URLCredential?) { answer(challenge.protectionSpace.serverTrust!) }
    """,
  ])
  func speaks(_ source: String) { expect(PinningWithoutEvaluation.self, in: source, severity: .high) }

  @Test(arguments: [
    """
    func decide(_ trust: SecTrust) -> URLCredential? {
      guard SecTrustEvaluateWithError(trust, nil), let key = SecTrustCopyKey(trust),
        let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data?, pins.contains(Data(SHA256.hash(data: bytes)))
      else { return nil }
      return URLCredential(trust: trust)
    }
    """,
    """
    func answer(_ trust: SecTrust) -> URLCredential? {
      guard chainHolds(trust) else { return nil }
      let leaf = SecTrustGetCertificateAtIndex(trust, 0)!
      return SecCertificateCopyData(leaf) as Data == pin ? URLCredential(trust: trust) : nil
    }
    func chainHolds(_ trust: SecTrust) -> Bool { SecTrustEvaluateWithError(trust, nil) }
    """,
    "func fingerprint(_ c: SecCertificate) -> Data { Data(SHA256.hash(data: SecCertificateCopyData(c) as Data)) }",
  ])
  func isSilent(_ source: String) { expect(PinningWithoutEvaluation.self, in: source) }

  @Test func callersMayHaveEvaluatedAChainThatIsPassed() {
    let helper = """
      func credential(for trust: SecTrust) -> URLCredential? {
        guard let leaf = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.first,
          pins.contains(SecCertificateCopyData(leaf) as Data)
        else { return nil }
        return ⟦URLCredential(trust: trust)⟧
      }
      """
    expect(PinningWithoutEvaluation.self, in: helper, severity: .medium, confidence: .low)
  }

  @Test func soundPinningIsEvidence() {
    let source = """
      func decide(_ trust: SecTrust) -> URLCredential? {
        guard SecTrustEvaluateWithError(trust, nil), let key = SecTrustCopyKey(trust), isPinned(key) else { return nil }
        return URLCredential(trust: trust)
      }
      """
    let text = TextSource(path: "Pins.swift", bytes: Array(source.utf8))
    var report = FileReport(text)
    PinningWithoutEvaluation().check(SwiftSource(text), &report)
    #expect(report.evidence.map(\.kind) == [.pinning])
  }
}
