#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

/// Verifies codes of HMAC with one secret.
///
/// Safe to share between threads.
struct SecretCodes: Sendable {
  private let (short, middle, long): (KeyedHashStates?, KeyedHashStates?, KeyedHashStates?)

  init(_ key: SymmetricKey) {
    short = KeyedHashStates(digestSize: DigestSize.sha256.rawValue, key: key)
    middle = KeyedHashStates(digestSize: DigestSize.sha384.rawValue, key: key)
    long = KeyedHashStates(digestSize: DigestSize.sha512.rawValue, key: key)
  }

  /// Says whether a code is valid for a message, in a time that depends on the lengths only.
  func isValid(_ code: [UInt8], for message: ArraySlice<UInt8>, _ digest: DigestSize) -> Bool {
    let states =
      switch digest {
      case .sha256: short
      case .sha384: middle
      case .sha512: long
      }
    // because UInt8 has no padding
    return unsafe states?.isValid(code.byteSpan.bytes, for: message.span.bytes) ?? false
  }
}
#endif
