public import OmamoriCore
public import OmamoriCryptoKit
#if canImport(Darwin)
import CommonCrypto
#endif

/// Functions that turn passwords into keys slowly, which CryptoKit lacks.
///
/// For storing passwords use ``PasswordHasher``, and for keys from secrets that nobody can guess `HKDF`.
public enum KDF: Sendable {}

extension KDF {
  /// PBKDF2 with HMAC (RFC 8018), for regulations and old formats that ask for it.
  ///
  /// It takes hardly any memory, so that graphics cards guess fast: prefer Argon2id or ``KDF/Scrypt``. Has no state;
  /// safe to use from any thread, but it takes long: do not call it where a thread must not wait.
  public enum PBKDF2: Sendable {}
}

extension KDF.PBKDF2 {
  /// The hash function inside.
  public enum Function: Sendable, Hashable, CaseIterable {
    /// SHA-1, for reading only.
    case sha1
    /// SHA-224, for reading only.
    case sha224
    /// SHA-256.
    case sha256
    /// SHA-384.
    case sha384
    /// SHA-512.
    case sha512

    /// The fewest rounds that keep up with today's machines, after OWASP's page on password storage.
    public var leastRounds: Int {
      switch self {
      case .sha1: 1_300_000
      case .sha224, .sha256: 600_000
      case .sha384, .sha512: 210_000
      }
    }
  }

  /// Derives a key from a password.
  ///
  /// - Parameters:
  ///   - password: The password.
  ///   - salt: At least 16 random bytes, different for each password.
  ///   - function: The hash function.
  ///   - rounds: How often it is applied, at least `Function.leastRounds`.
  ///   - outputByteCount: The length of the key in bytes.
  /// - Returns: The key.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for too few rounds, a short salt or no output.
  public static func deriveKey<Salt: DataProtocol>(
    from password: Password,
    salt: Salt,
    using function: Function = .sha256,
    rounds: Int,
    outputByteCount: Int = 32
  ) throws(CryptoError) -> SymmetricKey {
    guard rounds >= function.leastRounds else {
      throw .outOfRange(lower: function.leastRounds, upper: Int(Int32.max))
    }
    guard salt.count >= 16 else { throw .outOfRange(lower: 16, upper: Int(Int32.max)) }
    return try uncheckedDeriveKey(
      from: password, salt: salt, using: function, rounds: rounds, outputByteCount: outputByteCount)
  }

  /// Derives a key from a password with whatever somebody else chose, to read old data.
  ///
  /// - Parameters:
  ///   - password: The password.
  ///   - salt: The salt of the old data.
  ///   - function: The hash function.
  ///   - rounds: How often it is applied, from 1 on. Bound it before when it comes with the data: the time is
  ///     proportional to it.
  ///   - outputByteCount: The length of the key in bytes.
  /// - Returns: The key.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for no rounds or no output.
  public static func uncheckedDeriveKey<Salt: DataProtocol>(
    from password: Password,
    salt: Salt,
    using function: Function,
    rounds: Int,
    outputByteCount: Int
  ) throws(CryptoError) -> SymmetricKey {
    try salt.withRawSpan { salt throws(CryptoError) in
      try password.withBytes { password throws(CryptoError) in
        SymmetricKey(
          copying: try SecretBytes(count: outputByteCount) { output throws(CryptoError) in
            try PasswordDerivation.pbkdf2(
              function.algorithm, password: password, salt: salt, rounds: rounds, into: &output)
          })
      }
    }
  }
}

extension KDF.PBKDF2.Function {
  #if canImport(Darwin)
  fileprivate var algorithm: CCPseudoRandomAlgorithm {
    switch self {
    case .sha1: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA1)
    case .sha224: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA224)
    case .sha256: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256)
    case .sha384: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA384)
    case .sha512: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA512)
    }
  }
  #else
  fileprivate var algorithm: DigestAlgorithm {
    switch self {
    case .sha1: .sha1
    case .sha224: .sha224
    case .sha256: .sha256
    case .sha384: .sha384
    case .sha512: .sha512
    }
  }
  #endif
}

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
  /// - Throws: `CryptoError.costLimitExceeded` before any memory is used, or `CryptoError.outOfRange(lower:upper:)`
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
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for numbers that the function does not take.
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
