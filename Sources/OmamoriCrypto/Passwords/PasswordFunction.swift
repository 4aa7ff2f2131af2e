import OmamoriCore

/// The slow functions behind one door.
enum PasswordFunction {
  /// Derives bytes from a password on the calling thread.
  ///
  /// - Parameters:
  ///   - password: The password.
  ///   - cost: A cost that ``PasswordCostLimits`` has let through.
  ///   - salt: 8 to 48 bytes.
  ///   - byteCount: How many bytes to derive.
  ///   - pepper: A key to mix in.
  ///   - data: Public bytes to mix in, Argon2id only.
  /// - Returns: The bytes.
  /// - Throws: ``CryptoError/outOfMemory``, ``CryptoError/backend(code:)``, ``CryptoError/unsupported(_:)``.
  static func derive(
    _ password: Password,
    cost: PasswordCost,
    salt: [UInt8],
    byteCount: Int,
    pepper: PasswordPepper?,
    data: [UInt8]
  ) throws(CryptoError) -> SecretBytes {
    switch cost {
    case .argon2id(let memory, let passes, let lanes):
      return try Argon2id.hash(
        password, salt: salt, cost: Argon2Cost(memory: memory, passes: passes, lanes: lanes),
        secret: pepper?.secret, associatedData: data, byteCount: byteCount)
    case .scrypt, .pbkdf2: throw .unsupported(.passwordHash)
    }
  }
}
