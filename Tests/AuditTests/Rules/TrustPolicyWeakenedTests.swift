import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct TrustPolicyWeakenedTests {
  @Test(arguments: [
    "func forgive(_ trust: SecTrust) { ⟦SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust))⟧ }",
    """
    func check(_ challenge: URLAuthenticationChallenge) -> Bool {
      let trust = challenge.protectionSpace.serverTrust!
      ⟦SecTrustSetVerifyDate(trust, release as CFDate)⟧
      return SecTrustEvaluateWithError(trust, nil)
    }
    """,
    """
    func check(_ challenge: URLAuthenticationChallenge) -> Bool {
      let trust = challenge.protectionSpace.serverTrust!
      let policy = ⟦SecPolicyCreateSSL(true, nil)⟧
      SecTrustSetPolicies(trust, policy)
      return SecTrustEvaluateWithError(trust, nil)
    }
    """,
    // The Swift 4 way: a list that is filled first.
    """
    func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
                    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
      guard let trust = challenge.protectionSpace.serverTrust else { return }
      var list: [SecPolicy] = []
      list.append(⟦SecPolicyCreateBasicX509()⟧)
      SecTrustSetPolicies(trust, list as CFArray)
      completionHandler(SecTrustEvaluateWithError(trust, nil) ? .useCredential : .cancelAuthenticationChallenge, nil)
    }
    """,
    """
    let settings: [CFString: Any] = [⟦kCFStreamSSLValidatesCertificateChain: false⟧, kCFStreamSSLLevel: level]
    """,
    "var settings = [String: Any]()\n⟦settings[kCFStreamSSLPeerName as String] = NSNull()⟧",
    "settings.setObject(kCFBooleanTrue, forKey: x)\n⟦settings.setObject(true, forKey: kCFStreamSSLAllowsAnyRoot)⟧",
    "func open() { ⟦SSLSetSessionOption(context, .breakOnServerAuth, true)⟧\n SSLHandshake(context) }",
    "⟦SSLSetEnableCertVerify(context, false)⟧",
  ])
  func speaks(_ source: String) {
    expect(TrustPolicyWeakened.self, in: source, severity: .high)
  }

  @Test func aChoiceOfPoliciesIsLessCertain() {
    expect(
      TrustPolicyWeakened.self,
      in: """
        func evaluate(_ trust: SecTrust, host: String, validateHost: Bool) -> URLCredential? {
          let policy = validateHost ? SecPolicyCreateSSL(true, host as CFString) : ⟦SecPolicyCreateBasicX509()⟧
          SecTrustSetPolicies(trust, policy)
          return SecTrustEvaluateWithError(trust, nil) ? URLCredential(trust: trust) : nil
        }
        """, confidence: .medium)
  }

  @Test(arguments: [
    // Taking a key out of a bundled certificate.
    """
    func key(of certificate: SecCertificate) -> SecKey? {
      var trust: SecTrust?
      SecTrustCreateWithCertificates(certificate, SecPolicyCreateBasicX509(), &trust)
      return trust.flatMap { SecTrustCopyKey($0) }
    }
    func handle(_ challenge: URLAuthenticationChallenge) {}
    """,
    // A chain that no server presented: the signature of a document.
    """
    func verify(_ chain: [SecCertificate], at date: Date) -> Bool {
      var trust: SecTrust?
      SecTrustCreateWithCertificates(chain as CFArray, SecPolicyCreateBasicX509(), &trust)
      SecTrustSetVerifyDate(trust!, date as CFDate)
      return SecTrustEvaluateWithError(trust!, nil)
    }
    """,
    // Anchors of one's own with the policy of the host.
    """
    func check(_ challenge: URLAuthenticationChallenge) -> Bool {
      let trust = challenge.protectionSpace.serverTrust!
      SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, challenge.protectionSpace.host as CFString))
      SecTrustSetAnchorCertificates(trust, [root] as CFArray)
      SecTrustSetAnchorCertificatesOnly(trust, true)
      return SecTrustEvaluateWithError(trust, nil)
    }
    """,
    "func reset(_ trust: SecTrust) { SecTrustSetExceptions(trust, nil) }",
    "let settings: [CFString: Any] = [kCFStreamSSLValidatesCertificateChain: true, kCFStreamSSLPeerName: host]",
    "let isChecked = settings[kCFStreamSSLValidatesCertificateChain] as? Bool",
    """
    func open() { SSLSetSessionOption(context, .breakOnServerAuth, true) }
    func check(_ trust: SecTrust) -> Bool { SecTrustEvaluateWithError(trust, nil) }
    """,
  ])
  func isSilent(_ source: String) { expect(TrustPolicyWeakened.self, in: source) }
}
