/// Why a key of the log cannot be used.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum LogKeyFault: Sendable, Hashable {
  /// The log is sealed for another key.
  case wrongKey
  /// It is not a key of the log.
  case invalid
  /// It was erased, and with it what it protected.
  case erased
}
