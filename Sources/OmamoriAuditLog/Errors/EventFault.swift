/// Why an event cannot be recorded.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum EventFault: Sendable, Hashable {
  /// It is larger than this many bytes.
  case tooLarge(limit: Int)
  /// A name in it is not one.
  case invalidName
  /// It holds what looks like a secret.
  case containsSecret
}
