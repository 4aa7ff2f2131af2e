/// What opens a ``MessagingExport``, so that a person can be asked for the right thing.
///
/// A value; safe to share between threads.
public enum ExportSecretKind: UInt8, Sendable, Hashable, CaseIterable {
  /// A passphrase that a person chose.
  case passphrase = 1
  /// A recovery key or a recovery code, made of random bits.
  case recoveryKey = 2
}
