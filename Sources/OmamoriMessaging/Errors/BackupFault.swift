/// Why an export cannot be made or restored.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum BackupFault: Sendable, Hashable {
  /// The passphrase or the recovery key is wrong.
  case wrongSecret
  /// It is not an export, or it was changed.
  case invalid
  /// A newer version made it.
  case newerVersion
  /// The recovery key is too short.
  case weakSecret
}
