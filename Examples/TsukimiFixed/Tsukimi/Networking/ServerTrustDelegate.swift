import CryptoKit
import Foundation

// 本番サーバーの公開鍵を固定する。Info.plist の NSPinnedDomains と同じ値。
final class ServerTrustDelegate: NSObject, URLSessionDelegate {
  /// SHA-256 of the SubjectPublicKeyInfo: the key in use, and the next one, which lies offline.
  private static let acceptedKeys: Set<String> = [
    "DeP2jcFHAzuk+nZ7PUDKY4TEzl9My4BrSthaxLwbjRM=",
    "r1+VCOXMX7rXPbmwQeYTMi+PqMvKiDf2cXHCj9BMF68=",
  ]

  /// The DER before the point of a P-256 key, so that the algorithm is part of what is hashed.
  private static let p256Header = Data([
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
    0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
  ])

  func urlSession(
    _ session: URLSession,
    didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    let space = challenge.protectionSpace
    guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, let trust = space.serverTrust
    else { return (.performDefaultHandling, nil) }

    let policy = SecPolicyCreateSSL(true, space.host as CFString)
    guard SecTrustSetPolicies(trust, policy) == errSecSuccess, SecTrustEvaluateWithError(trust, nil) else {
      return (.cancelAuthenticationChallenge, nil)
    }
    guard let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate],
      let leaf = chain.first,
      let digest = Self.keyDigest(of: leaf),
      Self.acceptedKeys.contains(digest)
    else { return (.cancelAuthenticationChallenge, nil) }
    return (.useCredential, URLCredential(trust: trust))
  }

  private static func keyDigest(of certificate: SecCertificate) -> String? {
    guard let key = SecCertificateCopyKey(certificate),
      let attributes = SecKeyCopyAttributes(key) as? [CFString: Any],
      attributes[kSecAttrKeyType] as? String == kSecAttrKeyTypeECSECPrimeRandom as String,
      attributes[kSecAttrKeySizeInBits] as? Int == 256,
      let point = SecKeyCopyExternalRepresentation(key, nil) as Data?
    else { return nil }
    return Data(SHA256.hash(data: p256Header + point)).base64EncodedString()
  }
}
