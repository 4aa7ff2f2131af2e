public import OmamoriCore

#if canImport(Darwin)
public import CryptoKit
#endif

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
  ///   - rounds: How often it is applied, at least ``Function/leastRounds``.
  ///   - outputByteCount: The length of the key in bytes.
  /// - Returns: The key.
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for too few rounds, a short salt or no output.
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
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for no rounds or no output.
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
              function, password: password, salt: salt, rounds: rounds, into: &output)
          })
      }
    }
  }
}
