import OmamoriCore
import OmamoriCrypto

/// AES-CBC and HMAC together (RFC 7518 §5.2): first encrypted, then authenticated.
struct AESCBCHMAC {
  private let algorithm: ContentEncryptionAlgorithm
  private let authentication: SymmetricKey
  private let encryption: SymmetricKey

  /// Takes the key apart: its first half authenticates, the second encrypts.
  init(_ algorithm: ContentEncryptionAlgorithm, _ key: SymmetricKey) {
    self.algorithm = algorithm
    let half = key.bitCount / 16
    authentication = key.extracting(..<half)
    encryption = key.extracting(half...)
  }

  /// Encrypts and authenticates.
  func seal(
    _ content: [UInt8],
    vector: [UInt8],
    authenticating data: [UInt8]
  ) throws(AuthError) -> ContentEncryptionAlgorithm.Sealed {
    do throws(CryptoError) {
      // because UInt8 has no padding
      let plaintext = unsafe content.byteSpan.bytes
      let ciphertext = Array(try AESCBC.encrypt(plaintext, using: encryption, vector: vector))
      return .init(vector: vector, ciphertext: ciphertext, tag: tag(data, vector, ciphertext))
    } catch {
      throw .cryptography(error)
    }
  }

  /// Decrypts what is authentic; nothing is decrypted, and so no padding looked at, before the tag was compared.
  func open(
    _ sealed: ContentEncryptionAlgorithm.Sealed,
    authenticating data: [UInt8]
  ) throws(AuthError) -> Data {
    guard ConstantTime.equal(sealed.tag, tag(data, sealed.vector, sealed.ciphertext)) else {
      throw .token(.decryptionFailed)
    }
    do throws(CryptoError) {
      // because UInt8 has no padding
      let ciphertext = unsafe sealed.ciphertext.byteSpan.bytes
      return try AESCBC.decrypt(ciphertext, using: encryption, vector: sealed.vector)
    } catch {
      throw .token(.decryptionFailed)
    }
  }

  /// The first half of the code over the data, the vector, the ciphertext and the length of the data in bits.
  private func tag(_ data: [UInt8], _ vector: [UInt8], _ ciphertext: [UInt8]) -> [UInt8] {
    let code =
      switch algorithm.keyByteCount {
      case 32: code(SHA256.self, data, vector, ciphertext)
      case 48: code(SHA384.self, data, vector, ciphertext)
      default: code(SHA512.self, data, vector, ciphertext)
      }
    return Array(code.prefix(algorithm.tagByteCount))
  }

  private func code<H: HashFunction>(
    _ function: H.Type,
    _ data: [UInt8],
    _ vector: [UInt8],
    _ ciphertext: [UInt8]
  ) -> [UInt8] {
    var code = HMAC<H>(key: authentication)
    code.update(data: data)
    code.update(data: vector)
    code.update(data: ciphertext)
    code.update(data: (UInt64(data.count) * 8).bigEndianBytes)
    return Array(code.finalize())
  }
}
