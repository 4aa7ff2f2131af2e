/// Whether the machine that writes a log can read it again.
///
/// A value; safe to share between threads.
public enum LocalReading: Sendable, Hashable, CaseIterable {
  /// Only the auditor reads; who takes the machine reads nothing of what was written before.
  case off
  /// A key in the secret store reads, too.
  case keychainKey
}
