// What OmamoriOpenSSL has beside CryptoKit's names, on CommonCrypto.
#if canImport(Darwin)
package import CommonCrypto
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
  /// - Throws: `CryptoError.outOfRange(lower:upper:)`, or `CryptoError.backend(code:)`.
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
  /// - Throws: `CryptoError.authenticationFailed` for a wrong length or wrong padding, or
  ///   `CryptoError.outOfRange(lower:upper:)`.
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

/// AES-256 on single blocks (FIPS 197), for constructions that are built of it, never as a cipher of its own.
package enum AESBlock {
  /// The number of bytes of a block.
  package static let byteCount = 16

  /// Encrypts each block of a buffer by itself and in place.
  ///
  /// - Parameters:
  ///   - blocks: Whole blocks, at most 1 MiB of them.
  ///   - key: 32 bytes.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for another key or a part of a block,
  ///   `CryptoError.backend(code:)`.
  package static func encrypt(_ blocks: inout MutableRawSpan, key: RawSpan) throws(CryptoError) {
    guard key.byteCount == kCCKeySizeAES256 else { throw .outOfRange(lower: 32, upper: 32) }
    guard blocks.byteCount.isMultiple(of: byteCount), blocks.byteCount <= 1 << 20 else {
      throw .outOfRange(lower: byteCount, upper: 1 << 20)
    }
    // because every pointer is used during the call only, and CommonCrypto allows encryption in place
    let status = unsafe blocks.withUnsafeMutableBytes { blocks in
      unsafe key.withUnsafeBytes { key in
        var written = 0
        return unsafe CCCrypt(
          CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionECBMode), key.baseAddress,
          key.count, nil, blocks.baseAddress, blocks.count, blocks.baseAddress, blocks.count, &written)
      }
    }
    guard status == CCCryptorStatus(kCCSuccess) else {
      throw .backend(code: UInt(UInt32(bitPattern: status)))
    }
  }
}

/// The functions of CommonCrypto that turn passwords into keys.
///
/// Has no state; safe to use from any thread, but not from one of the pool of Swift's tasks.
// because every buffer is used only during the call that gets it, and stays within its bounds
package enum PasswordDerivation {
  /// PBKDF2 (RFC 8018) with HMAC.
  ///
  /// - Parameters:
  ///   - function: The hash function.
  ///   - password: The password.
  ///   - salt: The salt.
  ///   - rounds: How often HMAC is applied, from 1 to 2^31 − 1.
  ///   - output: Is filled.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)`, or `CryptoError.backend(code:)`.
  package static func pbkdf2(
    _ function: CCPseudoRandomAlgorithm,
    password: RawSpan,
    salt: RawSpan,
    rounds: Int,
    into output: inout MutableRawSpan
  ) throws(CryptoError) {
    guard let rounds = UInt32(exactly: rounds), rounds > 0, rounds <= UInt32(Int32.max), output.byteCount > 0
    else { throw .outOfRange(lower: 1, upper: Int(Int32.max)) }
    let status = unsafe password.withUnsafeBytes { password in
      unsafe salt.withUnsafeBytes { salt in
        unsafe output.withUnsafeMutableBytes { output in
          unsafe CCKeyDerivationPBKDF(
            CCPBKDFAlgorithm(kCCPBKDF2), password.baseAddress?.assumingMemoryBound(to: CChar.self),
            password.count,
            salt.baseAddress?.assumingMemoryBound(to: UInt8.self), salt.count, function, rounds,
            output.baseAddress?.assumingMemoryBound(to: UInt8.self), output.count)
        }
      }
    }
    guard status == Int32(kCCSuccess) else { throw .backend(code: UInt(UInt32(bitPattern: status))) }
  }

  /// Refuses: Apple systems have no scrypt.
  ///
  /// - Throws: `CryptoError.unsupported(_:)`.
  package static func scrypt(
    password: RawSpan,
    salt: RawSpan,
    cost: UInt64,
    blockSize: UInt64,
    parallelism: UInt64,
    memoryLimit: UInt64,
    into output: inout MutableRawSpan
  ) throws(CryptoError) {
    throw .unsupported(.passwordHash)
  }
}

/// The library under the cryptography as a whole.
package enum CryptoLibrary {
  /// Does nothing: the system's library is not taken down while a process ends.
  package static func staysUntilTheEnd() {}
}
#endif
