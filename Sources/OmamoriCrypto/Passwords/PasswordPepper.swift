public import OmamoriCore

/// A key that is mixed into every password hash and that the database does not hold.
///
/// Who steals the database alone cannot even begin to guess. Keep it where the database's backups do not go. Argon2id
/// takes it as its secret input; scrypt and PBKDF2 hash HMAC-SHA256 of the password under it. A hash carries the
/// identifier, so that a pepper can be replaced while users come by. Safe to share between threads.
public struct PasswordPepper: Sendable {
  /// Names the pepper in stored hashes.
  public let id: UInt32
  let secret: SharedSecretBytes

  /// Makes a pepper.
  ///
  /// - Parameters:
  ///   - id: Names the pepper; another secret needs another one.
  ///   - secret: 16 to 64 random bytes.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)`.
  public init(id: UInt32, secret: SharedSecretBytes) throws(CryptoError) {
    guard (16...64).contains(secret.count) else { throw .outOfRange(lower: 16, upper: 64) }
    (self.id, self.secret) = (id, secret)
  }

  /// The identifier as a PHC string has it.
  static func bytes(of id: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: id >> UInt32(24 - 8 * $0)) }
  }
}
