import OmamoriCore
import OmamoriCrypto

/// How the content of a token is encrypted and authenticated (RFC 7518 §5).
@nonexhaustive
public enum ContentEncryptionAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// AES-GCM with 128 bits.
  case a128GCM = "A128GCM"
  /// AES-GCM with 192 bits.
  case a192GCM = "A192GCM"
  /// AES-GCM with 256 bits.
  case a256GCM = "A256GCM"
  /// AES-CBC with 128 bits and HMAC with SHA-256.
  case a128CBCHS256 = "A128CBC-HS256"
  /// AES-CBC with 192 bits and HMAC with SHA-384.
  case a192CBCHS384 = "A192CBC-HS384"
  /// AES-CBC with 256 bits and HMAC with SHA-512.
  case a256CBCHS512 = "A256CBC-HS512"

  /// The size of the key in bytes.
  public var keyByteCount: Int {
    switch self {
    case .a128GCM: 16
    case .a192GCM: 24
    case .a256GCM, .a128CBCHS256: 32
    case .a192CBCHS384: 48
    case .a256CBCHS512: 64
    }
  }
}

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
