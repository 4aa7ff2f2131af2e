import OmamoriCore
import OmamoriCrypto

extension ContentEncryptionAlgorithm {
  /// What the encryption of a content gives, as a token carries it.
  struct Sealed: Equatable {
    var vector: [UInt8]
    var ciphertext: [UInt8]
    var tag: [UInt8]
  }

  /// The size of the initialisation vector in bytes.
  var vectorByteCount: Int { usesGCM ? 12 : 16 }

  /// The size of the tag in bytes.
  var tagByteCount: Int { usesGCM ? 16 : keyByteCount / 2 }

  private var usesGCM: Bool {
    switch self {
    case .a128GCM, .a192GCM, .a256GCM: true
    case .a128CBCHS256, .a192CBCHS384, .a256CBCHS512: false
    }
  }

  /// Encrypts a content.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - key: A key of ``keyByteCount`` bytes.
  ///   - vector: ``vectorByteCount`` random bytes that were never used before with this key.
  ///   - data: What is authenticated but not encrypted.
  /// - Returns: The vector, the ciphertext and the tag.
  /// - Throws: ``AuthError/cryptography(_:)``.
  func seal(
    _ content: [UInt8],
    using key: SymmetricKey,
    vector: [UInt8],
    authenticating data: [UInt8]
  ) throws(AuthError) -> Sealed {
    guard key.bitCount == keyByteCount * 8, vector.count == vectorByteCount else {
      throw .cryptography(.outOfRange(lower: keyByteCount, upper: keyByteCount))
    }
    if !usesGCM {
      return try AESCBCHMAC(self, key).seal(content, vector: vector, authenticating: data)
    }
    do {
      let nonce = try AES.GCM.Nonce(data: vector)
      let box = try AES.GCM.seal(content, using: key, nonce: nonce, authenticating: data)
      return Sealed(vector: vector, ciphertext: Array(box.ciphertext), tag: Array(box.tag))
    } catch {
      throw .cryptography(.backend(code: 0))
    }
  }

  /// Decrypts a content after making sure that it is authentic.
  ///
  /// - Parameters:
  ///   - sealed: What was sent.
  ///   - key: The key.
  ///   - data: What was authenticated with it.
  /// - Returns: The content.
  /// - Throws: ``AuthError/token(_:)`` with ``TokenFault/decryptionFailed``, whatever is wrong.
  func open(
    _ sealed: Sealed,
    using key: SymmetricKey,
    authenticating data: [UInt8]
  ) throws(AuthError) -> Data {
    guard key.bitCount == keyByteCount * 8, sealed.vector.count == vectorByteCount,
      sealed.tag.count == tagByteCount
    else { throw .token(.decryptionFailed) }
    if !usesGCM {
      return try AESCBCHMAC(self, key).open(sealed, authenticating: data)
    }
    do {
      let nonce = try AES.GCM.Nonce(data: sealed.vector)
      let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: sealed.ciphertext, tag: sealed.tag)
      return try AES.GCM.open(box, using: key, authenticating: data)
    } catch {
      throw .token(.decryptionFailed)
    }
  }
}
