#if canImport(Darwin)
import CommonCrypto
package import CryptoKit
package import OmamoriCore

/// AES in cipher block chaining mode with the padding of PKCS #7 (SP 800-38A), for formats that ask for it.
///
/// It does not authenticate. A receiver who says whether the padding was right lets others read every message: check a
/// MAC over the vector and the ciphertext first. Has no state; safe to use from any thread.
package enum AESCBC {
  /// The length of the initialisation vector in bytes.
  package static let vectorByteCount = kCCBlockSizeAES128

  /// Encrypts a message.
  ///
  /// - Parameters:
  ///   - plaintext: The message, of at most 1 GiB.
  ///   - key: A key of 128, 192 or 256 bits.
  ///   - vector: 16 random bytes, never used before with this key.
  /// - Returns: The ciphertext, from 1 to 16 bytes longer.
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)``, or ``CryptoError/backend(code:)``.
  package static func encrypt(
    _ plaintext: RawSpan,
    using key: SymmetricKey,
    vector: [UInt8]
  ) throws(CryptoError) -> Data {
    let (status, result) = try run(CCOperation(kCCEncrypt), plaintext, key, vector)
    guard status == CCCryptorStatus(kCCSuccess) else {
      throw .backend(code: UInt(UInt32(bitPattern: status)))
    }
    return result
  }

  /// Decrypts a message that was authenticated before.
  ///
  /// - Parameters:
  ///   - ciphertext: The ciphertext, of at most 1 GiB.
  ///   - key: The key that it was encrypted with.
  ///   - vector: The vector that it was encrypted with.
  /// - Returns: The message.
  /// - Throws: ``CryptoError/authenticationFailed`` for a wrong length or wrong padding, or
  ///   ``CryptoError/outOfRange(lower:upper:)``.
  package static func decrypt(
    _ ciphertext: RawSpan,
    using key: SymmetricKey,
    vector: [UInt8]
  ) throws(CryptoError) -> Data {
    guard ciphertext.byteCount > 0, ciphertext.byteCount.isMultiple(of: vectorByteCount) else {
      throw .authenticationFailed
    }
    let (status, result) = try run(CCOperation(kCCDecrypt), ciphertext, key, vector)
    guard status == CCCryptorStatus(kCCSuccess) else { throw .authenticationFailed }
    return result
  }

  private static func run(
    _ operation: CCOperation,
    _ input: RawSpan,
    _ key: SymmetricKey,
    _ vector: [UInt8]
  ) throws(CryptoError) -> (CCCryptorStatus, Data) {
    guard [128, 192, 256].contains(key.bitCount) else { throw .outOfRange(lower: 16, upper: 32) }
    guard vector.count == vectorByteCount else {
      throw .outOfRange(lower: vectorByteCount, upper: vectorByteCount)
    }
    guard input.byteCount <= 1 << 30 else { throw .outOfRange(lower: 0, upper: 1 << 30) }
    var output = [UInt8](repeating: 0, count: input.byteCount + vectorByteCount)
    let room = output.count
    var written = 0
    // because every pointer is used during the call only, and the output has room for a block more than the input
    let status = unsafe key.withUnsafeBytes { key in
      unsafe input.withUnsafeBytes { input in
        unsafe CCCrypt(
          operation, CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding), key.baseAddress,
          key.count,
          vector, input.baseAddress, input.count, &output, room, &written)
      }
    }
    return (status, Data(output.prefix(max(0, min(written, room)))))
  }
}
#endif
