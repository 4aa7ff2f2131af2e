#if !canImport(Darwin)
public import OmamoriCrypto

/// A slot to be added to a keychain file.
///
/// A value; safe to share between threads.
public struct NewSlot: Sendable {
  /// What a slot is opened with.
  @nonexhaustive
  public enum Secret: Sendable {
    /// A passphrase, and what one guess costs: Argon2id with at least 19 MiB and 2 passes.
    case passphrase(Password, cost: PasswordCost = NewSlot.standardCost)
    /// A file that is there, of 32 bytes to 1 MiB that nobody can guess, readable for its owner only.
    case keyFile(path: String)
    /// A file with 32 random bytes that is made for the slot; nothing may stand at its path.
    case newKeyFile(path: String)
    /// A code that the person keeps on paper.
    case recoveryCode(RecoveryCode)
    /// The TPM of this machine; with a PIN, it counts wrong ones and refuses for a while.
    case tpm(pin: Password?)
    /// The Secret Service of this session: whoever is logged in opens the store.
    case secretService
    /// A credential of systemd, of at least 32 bytes that nobody can guess.
    case systemdCredential(name: String)
    /// A credential of systemd that holds a passphrase; a line feed at its end does not count.
    case systemdPassphrase(name: String)
  }

  /// What one guess of a passphrase costs unless said otherwise: 64 MiB, 3 passes, 4 lanes, about a tenth of a second.
  public static let standardCost = PasswordCost.argon2id(memory: 64 << 10, passes: 3, lanes: 4)

  /// What a person calls it: 1 to 64 bytes of UTF-8 that show, different from the names of the other slots.
  public var name: String
  /// What it is opened with.
  public var secret: Secret

  /// Makes a slot to be added.
  ///
  /// - Parameters:
  ///   - name: What a person calls it.
  ///   - secret: What it is opened with.
  public init(_ name: String, _ secret: Secret) { (self.name, self.secret) = (name, secret) }

  /// The kind of the slot.
  public var kind: SlotKind {
    switch secret {
    case .passphrase: .passphrase
    case .keyFile, .newKeyFile: .keyFile
    case .recoveryCode: .recoveryCode
    case .tpm: .tpm
    case .secretService: .secretService
    case .systemdCredential, .systemdPassphrase: .systemdCredential
    }
  }
}
#endif
