import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct TrustAllCertificatesTests {
  @Test(arguments: [
    // Completion handler, as in a thousand answers to the same question.
    """
    func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
                    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
      completionHandler(.useCredential, ⟦URLCredential(trust: challenge.protectionSpace.serverTrust!)⟧)
    }
    """,
    // Task level.
    """
    func urlSession(_ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
                    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
      if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust {
        let credential = ⟦URLCredential(trust: challenge.protectionSpace.serverTrust!)⟧
        completionHandler(.useCredential, credential)
      }
    }
    """,
    // Async.
    """
    func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge) async
      -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      (.useCredential, challenge.protectionSpace.serverTrust.map { ⟦URLCredential(trust: $0)⟧ })
    }
    """,
    // A web view.
    """
    func webView(_ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
                 completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
      guard let trust = challenge.protectionSpace.serverTrust else { return completionHandler(.cancelAuthenticationChallenge, nil) }
      completionHandler(.useCredential, ⟦URLCredential(trust: trust)⟧)
    }
    """,
    // A helper that the delegate hands the chain to.
    """
    func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge) async
      -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      guard let trust = challenge.protectionSpace.serverTrust else { return (.cancelAuthenticationChallenge, nil) }
      return (.useCredential, credential(for: trust))
    }
    private func credential(for trust: SecTrust) -> URLCredential { ⟦URLCredential(trust: trust)⟧ }
    """,
    "⟦NSURLRequest.setAllowsAnyHTTPSCertificate(true, forHost: url.host!)⟧",
  ])
  func speaks(_ source: String) { expect(TrustAllCertificates.self, in: source, severity: .critical) }

  @Test(arguments: [
    // Evaluated in the same function.
    """
    func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
                    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
      guard let trust = challenge.protectionSpace.serverTrust else { return completionHandler(.performDefaultHandling, nil) }
      var error: CFError?
      if SecTrustEvaluateWithError(trust, &error) {
        completionHandler(.useCredential, URLCredential(trust: trust))
      } else {
        completionHandler(.cancelAuthenticationChallenge, nil)
      }
    }
    """,
    // Evaluated in a function that is called.
    """
    func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge) async
      -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      guard let trust = challenge.protectionSpace.serverTrust, isValid(trust) else { return (.cancelAuthenticationChallenge, nil) }
      return (.useCredential, URLCredential(trust: trust))
    }
    private func isValid(_ chain: SecTrust) -> Bool { SecTrustEvaluateWithError(chain, nil) }
    """,
    // Evaluated by a library's evaluator.
    """
    func answer(_ challenge: URLAuthenticationChallenge, host: String) throws -> URLCredential {
      let trust = challenge.protectionSpace.serverTrust!
      try evaluator.evaluate(trust, forHost: host)
      return URLCredential(trust: trust)
    }
    """,
    "func login() -> URLCredential { URLCredential(user: name, password: word, persistence: .none) }",
    """
    #if DEBUG
    func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge) async
      -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      (.useCredential, URLCredential(trust: challenge.protectionSpace.serverTrust!))
    }
    #endif
    """,
  ])
  func isSilent(_ source: String) { expect(TrustAllCertificates.self, in: source) }

  @Test func callersMayHaveEvaluatedAChainThatIsPassed() {
    let helper = "func credential(for trust: SecTrust) -> URLCredential { ⟦URLCredential(trust: trust)⟧ }"
    expect(TrustAllCertificates.self, in: helper, severity: .medium, confidence: .low)
    let caller = """
      func answer(_ trust: SecTrust) -> URLCredential? {
        SecTrustEvaluateWithError(trust, nil) ? credential(for: trust) : nil
      }
      """
    let silent = helper.replacing("⟦", with: "").replacing("⟧", with: "")
    expect(TrustAllCertificates.self, in: silent + "\n" + caller)
  }
}
