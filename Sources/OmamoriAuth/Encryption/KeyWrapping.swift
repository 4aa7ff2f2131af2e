import OmamoriCore
import OmamoriCrypto

/// The encryption of keys with shared keys.
enum KeyWrapping {
  /// Wraps a key with AES key wrap (RFC 7518 §4.4).
  static func wrap(_ key: SymmetricKey, using wrapping: SymmetricKey) throws(AuthError) -> [UInt8] {
    do {
      return Array(try AES.KeyWrap.wrap(key, using: wrapping))
    } catch {
      throw .cryptography(.backend(code: 0))
    }
  }

  /// Unwraps a key with AES key wrap; `nil` when that fails, whatever the reason.
  static func unwrap(_ wrapped: [UInt8], using wrapping: SymmetricKey) -> SymmetricKey? {
    do {
      return try AES.KeyWrap.unwrap(wrapped, using: wrapping)
    } catch {
      return nil
    }
  }

  /// Encrypts a key with AES-GCM (RFC 7518 §4.7).
  static func seal(
    _ key: SymmetricKey,
    using wrapping: SymmetricKey,
    vector: [UInt8]
  ) throws(AuthError) -> ContentEncryptionAlgorithm.Sealed {
    // because the buffer is only read during the call
    let bytes = unsafe key.withUnsafeBytes { unsafe Array($0) }
    return try cipher(for: wrapping).seal(bytes, using: wrapping, vector: vector, authenticating: [])
  }

  /// Decrypts a key with AES-GCM; `nil` when that fails, whatever the reason.
  static func open(
    _ sealed: ContentEncryptionAlgorithm.Sealed,
    using wrapping: SymmetricKey
  ) -> SymmetricKey? {
    do throws(AuthError) {
      return SymmetricKey(data: try cipher(for: wrapping).open(sealed, using: wrapping, authenticating: []))
    } catch {
      return nil
    }
  }

  private static func cipher(for key: SymmetricKey) -> ContentEncryptionAlgorithm {
    switch key.bitCount {
    case 128: .a128GCM
    case 192: .a192GCM
    default: .a256GCM
    }
  }
}

/// The key that a password stands for: PBKDF2 with a salt that begins with the algorithm's name (RFC 7518 §4.8).
enum PasswordKeyWrap {
  /// How often the function may be applied when a token says so.
  ///
  /// RFC 7518 asks for at least 1,000. The greatest number leaves room above the 600,000 that OWASP asks for with
  /// SHA-256, and keeps a processor busy for less than a second: whoever can send a token chooses the number.
  static let rounds = 1_000...1_000_000

  /// The sizes that a salt may have in bytes; RFC 7518 asks for at least 8.
  static let saltByteCounts = 8...256

  /// How often the function is applied when nobody says otherwise.
  static func usualRounds(_ algorithm: KeyManagementAlgorithm) -> Int {
    guard case .password(let function, _) = algorithm.mechanism else { return rounds.upperBound }
    return function.leastRounds
  }

  /// Derives the key that wraps.
  ///
  /// - Parameters:
  ///   - password: The password.
  ///   - algorithm: The algorithm, whose name is a part of the salt.
  ///   - salt: The salt of the token (`p2s`).
  ///   - rounds: How often the function is applied (`p2c`).
  /// - Returns: The key, or `nil` for an algorithm that takes no password.
  /// - Throws: ``AuthError/cryptography(_:)``.
  static func key(
    from password: Password,
    _ algorithm: KeyManagementAlgorithm,
    salt: [UInt8],
    rounds: Int
  ) throws(AuthError) -> SymmetricKey? {
    guard case .password(let function, let byteCount) = algorithm.mechanism else { return nil }
    do throws(CryptoError) {
      return try KDF.PBKDF2.uncheckedDeriveKey(
        from: password, salt: Array(algorithm.rawValue.utf8) + [0] + salt, using: function, rounds: rounds,
        outputByteCount: byteCount)
    } catch {
      throw .cryptography(error)
    }
  }
}
