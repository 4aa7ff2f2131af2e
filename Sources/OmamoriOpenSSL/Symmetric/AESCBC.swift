package import OmamoriCore

/// AES in cipher block chaining mode with the padding of PKCS #7 (SP 800-38A), for formats that ask for it.
///
/// It does not authenticate. A receiver who says whether the padding was right lets others read every message: check a
/// MAC over the vector and the ciphertext first. Has no state; safe to use from any thread.
package enum AESCBC {
  /// The length of the initialisation vector in bytes.
  package static let vectorByteCount = 16

  /// Encrypts a message.
  ///
  /// - Parameters:
  ///   - plaintext: The message, of at most 1 GiB.
  ///   - key: A key of 128, 192 or 256 bits.
  ///   - vector: 16 random bytes, never used before with this key.
  /// - Returns: The ciphertext, from 1 to 16 bytes longer.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)`, or `CryptoError.backend(code:)`.
  package static func encrypt(
    _ plaintext: RawSpan,
    using key: SymmetricKey,
    vector: [UInt8]
  ) throws(CryptoError) -> Data {
    guard let result = try run(.encrypt, plaintext, key, vector) else { throw .backend(code: 0) }
    return result
  }

  /// Decrypts a message that was authenticated before.
  ///
  /// - Parameters:
  ///   - ciphertext: The ciphertext, of at most 1 GiB.
  ///   - key: The key that it was encrypted with.
  ///   - vector: The vector that it was encrypted with.
  /// - Returns: The message.
  /// - Throws: `CryptoError.authenticationFailed` for a wrong length or wrong padding, or
  ///   `CryptoError.outOfRange(lower:upper:)`.
  package static func decrypt(
    _ ciphertext: RawSpan,
    using key: SymmetricKey,
    vector: [UInt8]
  ) throws(CryptoError) -> Data {
    guard let result = try run(.decrypt, ciphertext, key, vector) else { throw .authenticationFailed }
    return result
  }

  private static func run(
    _ direction: CipherOperation.Direction,
    _ input: RawSpan,
    _ key: SymmetricKey,
    _ vector: [UInt8]
  ) throws(CryptoError) -> Data? {
    guard vector.count == vectorByteCount else {
      throw .outOfRange(lower: vectorByteCount, upper: vectorByteCount)
    }
    var length: Int?
    let output = try Data(byteCount: input.byteCount + CipherOperation.largestOverhead) {
      output throws(CryptoError) in
      length = try key.withBytes { key throws(CryptoError) in
        let vector = unsafe vector.byteSpan.bytes  // because UInt8 has no padding
        return try CipherOperation.aes(direction, .cbc, key: key, vector: vector, input, into: &output)
      }
    }
    return length.map { output.prefix($0) }
  }
}
