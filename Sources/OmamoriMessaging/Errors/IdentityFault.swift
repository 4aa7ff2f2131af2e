/// Why an identity of messaging cannot be used.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum IdentityFault: Sendable, Hashable {
  /// It is not an identity, or its signature is wrong.
  case invalid
  /// The peer has another identity than before, and nobody has accepted it.
  case changed
  /// It is our own.
  case own
}
