#if canImport(Darwin)
import OmamoriCrypto

/// Verifies codes of HMAC with one secret.
///
/// Safe to share between threads.
struct SecretCodes: Sendable {
  private let key: SymmetricKey

  init(_ key: SymmetricKey) { self.key = key }

  /// Says whether a code is valid for a message, in a time that depends on the lengths only.
  func isValid(_ code: [UInt8], for message: ArraySlice<UInt8>, _ digest: DigestSize) -> Bool {
    switch digest {
    case .sha256: HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key)
    case .sha384: HMAC<SHA384>.isValidAuthenticationCode(code, authenticating: message, using: key)
    case .sha512: HMAC<SHA512>.isValidAuthenticationCode(code, authenticating: message, using: key)
    }
  }
}
#endif
