/// What became of imported items.
///
/// A value; safe to share between threads.
public struct ImportOutcome: Sendable, Hashable {
  /// How many were new.
  public internal(set) var added = 0
  /// How many replaced a stored item.
  public internal(set) var replaced = 0
  /// How many were left out because there was one already.
  public internal(set) var kept = 0
}
