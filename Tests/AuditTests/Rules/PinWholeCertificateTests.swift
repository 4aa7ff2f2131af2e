import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PinWholeCertificateTests {
  @Test(arguments: [
    """
    func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
                    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
      guard let trust = challenge.protectionSpace.serverTrust, SecTrustEvaluateWithError(trust, nil),
        let certificate = SecTrustGetCertificateAtIndex(trust, 0)
      else { return completionHandler(.cancelAuthenticationChallenge, nil) }
      let remote = ⟦SecCertificateCopyData(certificate)⟧ as NSData
      if remote.isEqual(to: localCertificate) {
        completionHandler(.useCredential, URLCredential(trust: trust))
      } else {
        completionHandler(.cancelAuthenticationChallenge, nil)
      }
    }
    """,
    """
    func decide(_ trust: SecTrust) -> URLCredential? {
      guard SecTrustEvaluateWithError(trust, nil),
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate], let leaf = chain.first
      else { return nil }
      let fingerprint = Data(SHA256.hash(data: ⟦SecCertificateCopyData(leaf)⟧ as Data))
      return fingerprints.contains(fingerprint) ? URLCredential(trust: trust) : nil
    }
    """,
  ])
  func speaks(_ source: String) {
    expect(PinWholeCertificate.self, in: source, severity: .low, confidence: .medium)
  }

  @Test(arguments: [
    // Any certificate of the chain, perhaps the root.
    """
    func decide(_ trust: SecTrust) -> URLCredential? {
      guard SecTrustEvaluateWithError(trust, nil), let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate]
      else { return nil }
      for certificate in chain where roots.contains(⟦SecCertificateCopyData(certificate)⟧ as Data) {
        return URLCredential(trust: trust)
      }
      return nil
    }
    """,
    // Key bits without the name of the algorithm.
    """
    func decide(_ trust: SecTrust) -> URLCredential? {
      guard SecTrustEvaluateWithError(trust, nil), let key = SecTrustCopyKey(trust),
        let bits = ⟦SecKeyCopyExternalRepresentation(key, nil)⟧ as Data?,
        pins.contains(Data(SHA256.hash(data: bits)))
      else { return nil }
      return URLCredential(trust: trust)
    }
    """,
  ])
  func isLessCertain(_ source: String) { expect(PinWholeCertificate.self, in: source, confidence: .low) }

  @Test(arguments: [
    """
    let rsa2048Header: [UInt8] = [0x30, 0x82]
    func decide(_ trust: SecTrust) -> URLCredential? {
      guard SecTrustEvaluateWithError(trust, nil), let key = SecTrustCopyKey(trust),
        let bits = SecKeyCopyExternalRepresentation(key, nil) as Data?,
        pins.contains(Data(SHA256.hash(data: Data(rsa2048Header) + bits)))
      else { return nil }
      return URLCredential(trust: trust)
    }
    """,
    // Nothing evaluates the chain: another rule says so.
    """
    func decide(_ trust: SecTrust) -> URLCredential? {
      let leaf = SecTrustGetCertificateAtIndex(trust, 0)!
      return SecCertificateCopyData(leaf) as Data == pin ? URLCredential(trust: trust) : nil
    }
    """,
    "func fingerprint(_ c: SecCertificate) -> Data { Data(SHA256.hash(data: SecCertificateCopyData(c) as Data)) }",
  ])
  func isSilent(_ source: String) { expect(PinWholeCertificate.self, in: source) }
}
