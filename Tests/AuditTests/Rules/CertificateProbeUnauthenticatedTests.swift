import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct CertificateProbeUnauthenticatedTests {
  @Test(arguments: [
    """
    func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
                    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
      guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
        let trust = challenge.protectionSpace.serverTrust, let leaf = SecTrustGetCertificateAtIndex(trust, 0)
      else { return completionHandler(.performDefaultHandling, nil) }
      onCertificate(SecCertificateCopyData(leaf) as Data)
      completionHandler(.useCredential, ⟦URLCredential(trust: trust)⟧)
    }
    """,
    """
    func answer(_ trust: SecTrust) -> URLCredential {
      remember(trust)
      return ⟦URLCredential(trust: trust)⟧
    }
    func remember(_ trust: SecTrust) { publicKey = SecTrustCopyKey(trust) }
    """,
    """
    func take(_ trust: SecTrust) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
      found = chain.map { SecCertificateCopyData($0) as Data }
      return (.useCredential, ⟦URLCredential(trust: trust)⟧)
    }
    """,
  ])
  func speaks(_ source: String) {
    expect(CertificateProbeUnauthenticated.self, in: source, severity: .medium, confidence: .medium)
    // One weakness, one finding.
    let plain = source.replacing("⟦", with: "").replacing("⟧", with: "")
    expect(PinningWithoutEvaluation.self, in: plain)
    expect(TrustAllCertificates.self, in: plain)
  }

  @Test(arguments: [
    // The handshake is all that is wanted.
    """
    func take(_ trust: SecTrust, _ done: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
      found = SecCertificateCopyData(SecTrustGetCertificateAtIndex(trust, 0)!) as Data
      done(.cancelAuthenticationChallenge, nil)
    }
    """,
    """
    func take(_ trust: SecTrust) -> URLCredential? {
      guard SecTrustEvaluateWithError(trust, nil) else { return nil }
      found = SecTrustCopyKey(trust)
      return URLCredential(trust: trust)
    }
    """,
    // Bytes that are compared are pinning.
    """
    func decide(_ trust: SecTrust) -> URLCredential? {
      let leaf = SecTrustGetCertificateAtIndex(trust, 0)!
      return SecCertificateCopyData(leaf) as Data == pin ? URLCredential(trust: trust) : nil
    }
    """,
  ])
  func isSilent(_ source: String) { expect(CertificateProbeUnauthenticated.self, in: source) }
}
