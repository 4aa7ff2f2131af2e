import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct TrustResultIgnoredTests {
  @Test(arguments: [
    """
    func accept(_ trust: SecTrust) -> URLCredential {
      ⟦SecTrustEvaluateWithError(trust, nil)⟧
      return URLCredential(trust: trust)
    }
    """,
    // The result has a name, and only a log looks at it.
    """
    func answer(_ trust: SecTrust, _ done: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
      let isTrusted = ⟦SecTrustEvaluateWithError(trust, nil)⟧
      print("trusted:", isTrusted)
      done(.useCredential, URLCredential(trust: trust))
    }
    """,
    """
    func answer(_ trust: SecTrust) -> URLCredential {
      var error: CFError?
      _ = ⟦SecTrustEvaluateWithError(trust, &error)⟧
      return URLCredential(trust: trust)
    }
    """,
    // Swift 4: the status is tested, the verdict is not.
    """
    func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
                    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Swift.Void) {
      if let trust = challenge.protectionSpace.serverTrust {
        var result = SecTrustResultType.invalid
        let status = SecTrustEvaluate(trust, &result)
        if ⟦status == errSecSuccess⟧ {
          completionHandler(.useCredential, URLCredential(trust: trust))
          return
        }
      }
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
    """,
    """
    func holds(_ trust: SecTrust) -> Bool { return ⟦SecTrustEvaluate(trust, nil)⟧ == errSecSuccess }
    """,
    // Answered before the callback.
    """
    func answer(_ trust: SecTrust, _ done: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
      SecTrustEvaluateAsyncWithError(trust, queue) { _, isTrusted, _ in self.isTrusted = isTrusted }
      done(.useCredential, ⟦URLCredential(trust: trust)⟧)
    }
    """,
    """
    func answer(_ trust: SecTrust, _ done: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
      SecTrustEvaluateAsync(trust, queue) { trust, _ in
        done(.useCredential, ⟦URLCredential(trust: trust)⟧)
      }
    }
    """,
  ])
  func speaks(_ source: String) { expect(TrustResultIgnored.self, in: source, severity: .critical) }

  /// Building the chain in order to look at it is less certain to be a mistake.
  @Test func lookingAtTheChainIsLessCertain() {
    expect(
      TrustResultIgnored.self,
      in: """
        func names(_ trust: SecTrust) -> [String] {
          _ = ⟦SecTrustEvaluateWithError(trust, nil)⟧
          return chain(of: trust).map { $0.name }
        }
        """, confidence: .medium)
  }

  @Test(arguments: [
    "func holds(_ trust: SecTrust) -> Bool { SecTrustEvaluateWithError(trust, nil) }",
    """
    func holds(_ trust: SecTrust) -> Bool {
      let isTrusted = SecTrustEvaluateWithError(trust, nil)
      return isTrusted && isPinned(trust)
    }
    """,
    // The error says as much as the result.
    """
    func holds(_ trust: SecTrust) throws {
      var error: CFError?
      _ = SecTrustEvaluateWithError(trust, &error)
      if let error { throw error }
    }
    """,
    """
    func verdict(_ trust: SecTrust) -> SecTrustResultType {
      _ = SecTrustEvaluateWithError(trust, nil)
      var result = SecTrustResultType.invalid
      SecTrustGetTrustResult(trust, &result)
      return result
    }
    """,
    """
    func holds(_ trust: SecTrust) -> Bool {
      var result = SecTrustResultType.invalid
      guard SecTrustEvaluate(trust, &result) == errSecSuccess else { return false }
      return result == .unspecified || result == .proceed
    }
    """,
    // A property that others look at.
    """
    final class Check {
      var result = SecTrustResultType.invalid
      func run(_ trust: SecTrust) { SecTrustEvaluate(trust, &result) }
    }
    """,
    """
    func answer(_ trust: SecTrust, _ done: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
      SecTrustEvaluateAsyncWithError(trust, queue) { trust, isTrusted, _ in
        guard isTrusted else { return done(.cancelAuthenticationChallenge, nil) }
        done(.useCredential, URLCredential(trust: trust))
      }
    }
    """,
  ])
  func isSilent(_ source: String) { expect(TrustResultIgnored.self, in: source) }
}
