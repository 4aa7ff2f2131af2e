import CryptoKit
import Foundation

// 本番 API の公開鍵を固定する。
final class ServerTrustDelegate: NSObject, URLSessionDelegate {
  private let acceptedKeys: Set<String> = [
    "DeP2jcFHAzuk+nZ7PUDKY4TEzl9My4BrSthaxLwbjRM="
  ]

  func urlSession(
    _ session: URLSession,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard let trust = challenge.protectionSpace.serverTrust,
      let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate],
      let leaf = chain.first,
      let key = SecCertificateCopyKey(leaf),
      let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data?
    else {
      completionHandler(.cancelAuthenticationChallenge, nil)
      return
    }
    let digest = Data(SHA256.hash(data: bytes)).base64EncodedString()
    if acceptedKeys.contains(digest) {
      completionHandler(.useCredential, URLCredential(trust: trust))
    } else {
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  }
}

/// The chat server of the festival committee runs on a borrowed machine.
final class ChatTrustDelegate: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
      let trust = challenge.protectionSpace.serverTrust
    else { return (.performDefaultHandling, nil) }
    return (.useCredential, URLCredential(trust: trust))
  }
}
