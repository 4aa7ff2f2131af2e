public import OmamoriCore

#if canImport(Darwin)
public import CryptoKit
#endif

extension KDF {
  /// scrypt (RFC 7914), which takes memory as well as time.
  ///
  /// Has no state; safe to use from any thread, but it takes long: do not call it where a thread must not wait.
  public enum Scrypt: Sendable {}
}

extension KDF.Scrypt {
  /// Derives a key from a password.
  ///
  /// - Parameters:
  ///   - password: The password.
  ///   - salt: At least 16 random bytes, different for each password; old data may have fewer.
  ///   - logarithm: The cost N as a power of two, from 1 to 40: 17 takes 128 MiB with the usual block size.
  ///   - blockSize: The parameter r, usually 8.
  ///   - parallelism: The parameter p, usually 1.
  ///   - memoryLimit: The most memory that may be used, in bytes. When the numbers come with the data, this bounds the
  ///     memory, and the time together with `parallelism`.
  ///   - outputByteCount: The length of the key in bytes.
  /// - Returns: The key.
  /// - Throws: ``CryptoError/costLimitExceeded`` before any memory is used, or ``CryptoError/outOfRange(lower:upper:)``
  ///   for numbers that the function does not take.
  public static func deriveKey<Salt: DataProtocol>(
    from password: Password,
    salt: Salt,
    logarithm: Int = 17,
    blockSize: Int = 8,
    parallelism: Int = 1,
    memoryLimit: Int = 256 << 20,
    outputByteCount: Int = 32
  ) throws(CryptoError) -> SymmetricKey {
    let needed = try memory(logarithm: logarithm, blockSize: blockSize, parallelism: parallelism)
    guard needed <= memoryLimit else { throw .costLimitExceeded }
    guard outputByteCount > 0 else { throw .outOfRange(lower: 1, upper: Int(Int32.max)) }
    return try salt.withRawSpan { salt throws(CryptoError) in
      try password.withBytes { password throws(CryptoError) in
        SymmetricKey(
          copying: try SecretBytes(count: outputByteCount) { output throws(CryptoError) in
            try PasswordDerivation.scrypt(
              password: password, salt: salt, cost: 1 << UInt64(logarithm), blockSize: UInt64(blockSize),
              parallelism: UInt64(parallelism), memoryLimit: UInt64(needed), into: &output)
          })
      }
    }
  }

  /// The memory that a calculation takes, in bytes.
  ///
  /// - Parameters:
  ///   - logarithm: The cost N as a power of two, from 1 to 40.
  ///   - blockSize: The parameter r.
  ///   - parallelism: The parameter p; `blockSize` times `parallelism` is less than 2^30.
  /// - Returns: The number of bytes.
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for numbers that the function does not take.
  public static func memory(
    logarithm: Int,
    blockSize: Int,
    parallelism: Int
  ) throws(CryptoError) -> Int {
    // RFC 7914 §2: N is less than 2^(128 · r / 8), and p is at most (2^32 − 1) · 32 / (128 · r).
    let largest = (1 << 30) - 1
    guard 1...largest ~= blockSize, 1...largest ~= parallelism, blockSize * parallelism <= largest else {
      throw .outOfRange(lower: 1, upper: largest)
    }
    let most = min(40, 16 * blockSize - 1)
    guard 1...most ~= logarithm else { throw .outOfRange(lower: 1, upper: most) }
    let (blocks, overflow) = (128 * blockSize).multipliedReportingOverflow(
      by: 1 << logarithm + parallelism + 2)
    guard !overflow else { throw .costLimitExceeded }
    return blocks
  }
}
