/// What a slot opens a keychain file with.
///
/// The raw values are those of the file's format. A value; safe to share between threads.
public enum SlotKind: UInt8, Sendable, Hashable, CaseIterable {
  /// A passphrase that a person knows.
  case passphrase = 1
  /// A file.
  case keyFile = 2
  /// A code on paper.
  case recoveryCode = 3
  /// A TPM 2.0, with a PIN or without.
  case tpm = 4
  /// A key that the desktop's Secret Service keeps.
  case secretService = 5
  /// A credential that systemd hands to a service.
  case systemdCredential = 6
}
