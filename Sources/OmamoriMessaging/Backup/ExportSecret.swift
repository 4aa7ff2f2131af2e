public import OmamoriCore
public import OmamoriCrypto
#if !canImport(Darwin)
public import OmamoriKeychain
#endif

/// What a ``MessagingExport`` is sealed with and opened with.
///
/// It prints as `<redacted>`. A value; safe to share between threads.
public struct ExportSecret: Sendable {
  /// The shortest recovery key, in bytes.
  public static let shortestRecoveryKey = 16

  /// What it is.
  public let kind: ExportSecretKind
  let password: Password
  let cost: PasswordCost

  private init(_ kind: ExportSecretKind, _ password: Password, _ cost: PasswordCost) {
    (self.kind, self.password, self.cost) = (kind, password, cost)
  }

  /// A passphrase that a person chose.
  ///
  /// - Parameters:
  ///   - passphrase: The passphrase; not empty.
  ///   - cost: What one guess costs whoever has the export; Argon2id.
  /// - Returns: The secret.
  public static func passphrase(_ passphrase: Password, cost: PasswordCost = .standard) -> ExportSecret {
    ExportSecret(.passphrase, passphrase, cost)
  }

  /// A key of random bytes, which cannot be guessed and so costs less to use.
  ///
  /// - Parameter key: At least 16 bytes from the system's random source.
  /// - Returns: The secret.
  /// - Throws: ``MessagingError/backup(_:)`` with ``BackupFault/weakSecret`` for a key that is too short.
  public static func recoveryKey(_ key: SharedSecretBytes) throws(MessagingError) -> ExportSecret {
    guard key.count >= shortestRecoveryKey else { throw .backup(.weakSecret) }
    return ExportSecret(.recoveryKey, Password(key.copy()), .least)
  }

  #if !canImport(Darwin)
  /// A recovery code, as the one that opens a keychain file; a person writes it down.
  ///
  /// - Parameter code: The code.
  /// - Returns: The secret.
  public static func recoveryCode(_ code: RecoveryCode) -> ExportSecret {
    ExportSecret(.recoveryKey, Password(code.text()), .least)
  }
  #endif
}

extension ExportSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `<redacted>`.
  public var description: String { "<redacted>" }
  /// Always `<redacted>`.
  public var debugDescription: String { "<redacted>" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
