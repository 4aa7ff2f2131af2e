package import OmamoriCore

extension Argon2id {
  /// Derives bytes from a password on the calling thread, for tools; see the function of raw bytes for the rest.
  package static func hash(
    _ password: Password,
    salt: [UInt8],
    cost: Argon2Cost,
    secret: SharedSecretBytes? = nil,
    associatedData: [UInt8] = [],
    byteCount: Int = 32
  ) throws(CryptoError) -> SecretBytes {
    try password.withBytes { password throws(CryptoError) in
      try hash(
        password: password, salt: salt, cost: cost, secret: secret, associatedData: associatedData,
        byteCount: byteCount)
    }
  }

  /// Derives bytes from a password on a thread of its own; see the function of raw bytes for the rest.
  ///
  /// What limits the number of calculations at once is the caller's business; ``PasswordGate`` does it.
  package static func hashOnOwnThread(
    _ password: Password,
    salt: [UInt8],
    cost: Argon2Cost,
    secret: SharedSecretBytes? = nil,
    associatedData: [UInt8] = [],
    byteCount: Int = 32
  ) async throws(CryptoError) -> SharedSecretBytes {
    try await OwnThread.run { () throws(CryptoError) in
      SharedSecretBytes(
        try hash(
          password, salt: salt, cost: cost, secret: secret, associatedData: associatedData,
          byteCount: byteCount))
    }
  }
}
