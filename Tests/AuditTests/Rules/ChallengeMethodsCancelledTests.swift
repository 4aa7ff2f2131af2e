import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ChallengeMethodsCancelledTests {
  @Test(arguments: [
    """
    func handle(_ challenge: URLAuthenticationChallenge,
                done: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
      guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust else {
        done(⟦.cancelAuthenticationChallenge⟧, nil)
        return
      }
      evaluate(challenge, done)
    }
    """,
    """
    func handle(_ challenge: URLAuthenticationChallenge,
                done: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
      if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust {
        evaluate(challenge, done)
      } else {
        done(⟦URLSession.AuthChallengeDisposition.useCredential⟧, nil)
      }
    }
    """,
    """
    func handle(_ challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition {
      if challenge.protectionSpace.authenticationMethod != NSURLAuthenticationMethodServerTrust {
        return ⟦.cancelAuthenticationChallenge⟧
      }
      return evaluate(challenge)
    }
    """,
  ])
  func speaks(_ source: String) { expect(ChallengeMethodsCancelled.self, in: source, severity: .low) }

  @Test(arguments: [
    """
    func handle(_ challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition {
      guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust else {
        return .performDefaultHandling
      }
      return evaluate(challenge)
    }
    """,
    // Cancelled because the chain does not hold.
    """
    func handle(_ challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition {
      guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
        let trust = challenge.protectionSpace.serverTrust, SecTrustEvaluateWithError(trust, nil)
      else { return .cancelAuthenticationChallenge }
      return .useCredential
    }
    """,
    // Each method has its answer.
    """
    func handle(_ challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition {
      let method = challenge.protectionSpace.authenticationMethod
      if method == NSURLAuthenticationMethodClientCertificate { return .useCredential }
      guard method == NSURLAuthenticationMethodServerTrust else { return .cancelAuthenticationChallenge }
      return .performDefaultHandling
    }
    """,
  ])
  func isSilent(_ source: String) { expect(ChallengeMethodsCancelled.self, in: source) }
}
