import OmamoriCore
import OmamoriCrypto

@testable import OmamoriMessaging

/// A profile whose headers anybody can read, for peers that do not encrypt them: the specification's recommendation.
///
/// HKDF and HMAC with SHA-256; AES-256-CBC with HMAC-SHA-256 (Double Ratchet, section 5.2).
enum OpenHeaders: RatchetProfile {
  static let code: UInt8 = 200

  /// The header key of all chains, which nobody uses.
  private static let none = SharedSecretBytes(zeros)

  static func step(root: SharedSecretBytes, agreed: borrowing SecretBytes) -> RootStep {
    let keys = hkdf(SharedSecretBytes(agreed.copy()), salt: root.bytes, "Omamori interoperability root", 64)
    return RootStep(
      rootKey: SharedSecretBytes(Array(keys[..<32])), chainKey: SharedSecretBytes(Array(keys[32...])),
      nextHeaderKey: none)
  }

  static func step(chain: SharedSecretBytes) -> ChainStep {
    ChainStep(
      messageKey: SharedSecretBytes(hmac(chain.bytes, [1])),
      chainKey: SharedSecretBytes(hmac(chain.bytes, [2])))
  }

  static func seal(
    _ plaintext: [UInt8],
    _ header: RatchetHeader,
    messageKey: SharedSecretBytes,
    headerKey: SharedSecretBytes,
    in context: RatchetContext,
    randomness: some Randomness
  ) throws(MessagingError) -> [UInt8] {
    let keys = hkdf(messageKey, salt: zeros, "Omamori interoperability message", 80)
    let message = try header.encoded + encrypt(plaintext, key: keys[..<32], vector: keys[64...])
    return message + hmac(Array(keys[32..<64]), context.data + message)
  }

  static func header(of message: [UInt8], headerKey: SharedSecretBytes, binding: [UInt8]) -> RatchetHeader? {
    message.count >= 72 ? RatchetHeader(decoding: Array(message[..<40])) : nil
  }

  static func open(
    _ message: [UInt8],
    messageKey: SharedSecretBytes,
    in context: RatchetContext
  ) throws(MessagingError) -> [UInt8] {
    let keys = hkdf(messageKey, salt: zeros, "Omamori interoperability message", 80)
    let sealed = Array(message.dropLast(32))
    guard ConstantTime.equal(hmac(Array(keys[32..<64]), context.data + sealed), Array(message.suffix(32)))
    else {
      throw .message(.forged)
    }
    return try decrypt(Array(sealed[40...]), key: keys[..<32], vector: keys[64...])
  }

  /// AES-256-CBC with the padding of PKCS #7.
  static func encrypt(
    _ plaintext: [UInt8],
    key: ArraySlice<UInt8>,
    vector: ArraySlice<UInt8>
  ) throws(MessagingError) -> [UInt8] {
    do throws(CryptoError) {
      // because UInt8 has no padding
      return Array(
        try unsafe AESCBC.encrypt(
          plaintext.byteSpan.bytes, using: SymmetricKey(data: Array(key)), vector: Array(vector)))
    } catch {
      throw .cryptography(error)
    }
  }

  /// What ``encrypt(_:key:vector:)`` encrypted.
  static func decrypt(
    _ ciphertext: [UInt8],
    key: ArraySlice<UInt8>,
    vector: ArraySlice<UInt8>
  ) throws(MessagingError) -> [UInt8] {
    do throws(CryptoError) {
      // because UInt8 has no padding
      return Array(
        try unsafe AESCBC.decrypt(
          ciphertext.byteSpan.bytes, using: SymmetricKey(data: Array(key)), vector: Array(vector)))
    } catch {
      throw .message(.forged)
    }
  }

  /// A salt that stands for none.
  static let zeros = [UInt8](repeating: 0, count: 32)

  /// HKDF with SHA-256.
  static func hkdf(_ material: SharedSecretBytes, salt: [UInt8], _ info: String, _ byteCount: Int) -> [UInt8]
  {
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: material.bytes), salt: salt, info: Array(info.utf8),
      outputByteCount: byteCount)
    return unsafe key.withUnsafeBytes { unsafe Array($0) }
  }

  /// HMAC with SHA-256.
  static func hmac(_ key: [UInt8], _ data: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: key)))
  }
}
