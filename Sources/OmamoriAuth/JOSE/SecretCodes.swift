import OmamoriCore
import OmamoriCrypto

/// Verifies codes of HMAC with one secret.
///
/// Safe to share between threads.
struct SecretCodes: Sendable {
  #if canImport(Darwin)
  private let key: SymmetricKey
  #else
  private let (short, middle, long): (KeyedHashStates?, KeyedHashStates?, KeyedHashStates?)
  #endif

  init(_ key: SymmetricKey) {
    #if canImport(Darwin)
    self.key = key
    #else
    short = KeyedHashStates(digestSize: DigestSize.sha256.rawValue, key: key)
    middle = KeyedHashStates(digestSize: DigestSize.sha384.rawValue, key: key)
    long = KeyedHashStates(digestSize: DigestSize.sha512.rawValue, key: key)
    #endif
  }

  /// Says whether a code is valid for a message, in a time that depends on the lengths only.
  func isValid(_ code: [UInt8], for message: ArraySlice<UInt8>, _ digest: DigestSize) -> Bool {
    #if canImport(Darwin)
    switch digest {
    case .sha256: HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key)
    case .sha384: HMAC<SHA384>.isValidAuthenticationCode(code, authenticating: message, using: key)
    case .sha512: HMAC<SHA512>.isValidAuthenticationCode(code, authenticating: message, using: key)
    }
    #else
    let states =
      switch digest {
      case .sha256: short
      case .sha384: middle
      case .sha512: long
      }
    // because UInt8 has no padding
    return unsafe states?.isValid(code.byteSpan.bytes, for: message.span.bytes) ?? false
    #endif
  }
}
