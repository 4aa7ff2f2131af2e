/// Why the state of conversations cannot be read or kept.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum ConversationStorageFault: Sendable, Hashable {
  /// Another process changed the record in between.
  case conflict
  /// A record cannot be decoded.
  case damaged
  /// The store is an older copy of itself.
  case rolledBack
  /// There is an account in the store already.
  case exists
  /// There is no account in the store.
  case missing
  /// A name or a set of changes breaks the rules of a store.
  case invalid
  /// A record is larger than a store takes.
  case tooLarge
  /// The disk takes no more.
  case full
  /// The store may be read, not written.
  case readOnly
}
