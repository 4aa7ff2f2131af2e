/// What a record of a ``ConversationStore`` holds.
///
/// A value; safe to share between threads.
public enum RecordKind: UInt8, Sendable, Hashable, CaseIterable {
  /// The own identity and address.
  case account = 1
  /// The private halves of the own prekeys.
  case prekeys = 2
  /// What is known of a peer: the identity and whether it was verified.
  case peer = 3
  /// The sessions with one device of a peer.
  case sessions = 4
  /// A group and its sender keys.
  case group = 5
  /// What an application keeps beside, such as keys of its history.
  case application = 6
}
