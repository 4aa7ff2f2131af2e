/// What is wrong with a slot.
///
/// A value; safe to share between threads.
public enum SlotFault: Sendable, Hashable, CaseIterable {
  /// There is no slot of that name or kind.
  case notFound
  /// It is the only one left; without it nobody could open the store.
  case last
  /// It is the only passphrase left; what needs a passphrase would be lost with it.
  case lastPassphrase
  /// There is one of that name.
  case nameTaken
  /// There are as many as a store can have.
  case tooMany
}
