import Foundation
import Security
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client of server trust, written as for an Apple system.
final class PinningDelegate: NSObject, URLSessionDelegate, Sendable {
  private let isPinned: @Sendable ([Data]) -> Bool

  init(isPinned: @escaping @Sendable ([Data]) -> Bool) { self.isPinned = isPinned }

  func urlSession(
    _ session: URLSession,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let space = challenge.protectionSpace
    guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, let trust = space.serverTrust
    else {
      return completionHandler(.performDefaultHandling, nil)
    }
    var error: CFError?
    // because the error is a variable of this function
    guard unsafe SecTrustEvaluateWithError(trust, &error),
      let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate],
      isPinned(chain.map { SecCertificateCopyData($0) as Data })
    else { return completionHandler(.cancelAuthenticationChallenge, nil) }
    completionHandler(.useCredential, URLCredential(trust: trust))
  }
}
