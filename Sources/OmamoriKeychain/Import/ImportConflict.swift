/// What becomes of an item when there is one with its primary key already.
///
/// A value; safe to share between threads.
public enum ImportConflict: String, Sendable, Hashable, CaseIterable {
  /// Nothing at all is stored.
  case refuse
  /// The stored item stays.
  case keep
  /// The stored item is replaced.
  case replace
}
