/// What must hold of the item that a new one would replace.
///
/// A value; safe to share between threads.
public enum PutCondition: Sendable, Hashable {
  /// Nothing: the item is added or replaced.
  case always
  /// There is none.
  case absent
  /// There is one, still in this state.
  case version(ItemVersion)
}
