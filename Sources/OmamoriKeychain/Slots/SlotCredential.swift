#if !canImport(Darwin)
public import OmamoriCrypto

/// What a caller brings along to open a keychain file.
///
/// Every slot of the kind is tried. A value; safe to share between threads. It prints its kind only.
@nonexhaustive
public enum SlotCredential: Sendable {
  /// A passphrase.
  case passphrase(Password)
  /// The path of a key file.
  case keyFile(path: String)
  /// A recovery code.
  case recoveryCode(RecoveryCode)
  /// The TPM of this machine, with the PIN of the slot if it has one.
  case tpm(pin: Password?)
  /// The Secret Service of this session.
  case secretService
  /// A credential of systemd; the slot knows its name.
  case systemdCredential

  /// The kind of slots that it may open.
  public var kind: SlotKind {
    switch self {
    case .passphrase: .passphrase
    case .keyFile: .keyFile
    case .recoveryCode: .recoveryCode
    case .tpm: .tpm
    case .secretService: .secretService
    case .systemdCredential: .systemdCredential
    }
  }
}
#endif
