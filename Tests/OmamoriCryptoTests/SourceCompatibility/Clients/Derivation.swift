import Foundation
import OmamoriCrypto

/// Makes the keys of an app from one secret.
struct Derivation: Sendable {
  let secret: SymmetricKey

  func key<H: HashFunction>(
    with hash: H.Type,
    salt: [UInt8],
    info: [UInt8],
    byteCount: Int
  ) -> SymmetricKey {
    HKDF<H>.deriveKey(inputKeyMaterial: secret, salt: salt, info: info, outputByteCount: byteCount)
  }

  /// The same in the two steps of RFC 5869.
  func keyInSteps(salt: Data, info: Data, byteCount: Int) -> SymmetricKey {
    let pseudoRandomKey = HKDF<SHA256>.extract(inputKeyMaterial: secret, salt: salt)
    return HKDF<SHA256>.expand(
      pseudoRandomKey: pseudoRandomKey, info: info, outputByteCount: byteCount)
  }

  func cacheKey() -> SymmetricKey {
    HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data("cache".utf8), outputByteCount: 32)
  }

  func saltedKey() -> SymmetricKey {
    HKDF<SHA512>.deriveKey(inputKeyMaterial: secret, salt: Data("salt".utf8), outputByteCount: 64)
  }

  func plainKey() -> SymmetricKey { HKDF<SHA384>.deriveKey(inputKeyMaterial: secret, outputByteCount: 16) }
}
