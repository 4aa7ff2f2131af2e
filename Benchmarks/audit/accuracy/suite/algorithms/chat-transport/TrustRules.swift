import CryptoKit
import Foundation
import Security

struct TrustRules {
  let pins: Set<Data>

  func matchesPin(_ trust: SecTrust) -> Bool {
    guard let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] else { return false }
    return chain.contains { pins.contains(Data(SHA256.hash(data: SecCertificateCopyData($0) as Data))) }
  }

  func accepts(_ trust: SecTrust, host: String) -> Bool {
    SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, host as CFString))
    var failure: CFError?
    guard SecTrustEvaluateWithError(trust, &failure) else { return false }
    return matchesPin(trust)
  }

  func tolerates(_ trust: SecTrust) -> Bool {
    guard SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust)) else { return false } // weak: tls-trust file
    return SecTrustEvaluateWithError(trust, nil)
  }
}

enum SocketOptions {
  static let allowsAnyServer = true
  static let allowsCellular = true
}
