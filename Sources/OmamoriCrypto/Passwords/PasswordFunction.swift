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
  /// - Throws: `CryptoError.outOfMemory`, `CryptoError.backend(code:)`, `CryptoError.unsupported(_:)`.
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
    case .scrypt(let logarithm, let blockSize, let lanes):
      let memory = try KDF.Scrypt.memory(logarithm: logarithm, blockSize: blockSize, parallelism: lanes)
      return try KDF.Scrypt.deriveKey(
        from: peppered(password, pepper), salt: salt, logarithm: logarithm, blockSize: blockSize,
        parallelism: lanes, memoryLimit: memory, outputByteCount: byteCount
      ).secretCopy()
    case .pbkdf2(let digest, let rounds):
      return try KDF.PBKDF2.uncheckedDeriveKey(
        from: peppered(password, pepper), salt: salt, using: digest == .sha256 ? .sha256 : .sha512,
        rounds: rounds, outputByteCount: byteCount
      ).secretCopy()
    }
  }

  /// The password, or HMAC-SHA256 of it under the pepper, for functions that take no key of their own.
  private static func peppered(_ password: Password, _ pepper: PasswordPepper?) -> Password {
    guard let pepper else { return password }
    let code = password.withBytes { bytes in
      // because the buffer is only read during the call
      unsafe bytes.withUnsafeBytes {
        unsafe HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(copying: pepper.secret.copy()))
      }
    }
    return unsafe Password(
      code.withUnsafeBytes { unsafe SharedSecretBytes(SecretBytes(copying: $0.bytes)) }.copy())
  }
}
