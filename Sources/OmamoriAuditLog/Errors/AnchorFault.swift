/// Why an anchor outside the log cannot answer.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum AnchorFault: Sendable, Hashable {
  /// It cannot be reached.
  case unreachable
  /// It knows a later state than the log has.
  case rolledBack
  /// It knows another history.
  case mismatch
  /// What it knew of the log is gone.
  case missing
}
