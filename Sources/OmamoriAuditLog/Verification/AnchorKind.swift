/// What outside of a log knew that it had been longer.
///
/// A value; safe to share between threads.
public enum AnchorKind: Sendable, Hashable {
  /// A checkpoint that was kept elsewhere.
  case checkpoint
  /// A counter that only counts up.
  case counter
}
