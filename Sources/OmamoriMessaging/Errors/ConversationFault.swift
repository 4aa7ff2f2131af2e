/// Why a conversation cannot go on.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum ConversationFault: Sendable, Hashable {
  /// There is no session with the peer.
  case noSession
  /// It belongs to another conversation.
  case otherPeer
  /// A session was begun anew less than an hour ago.
  case resetTooSoon
  /// A record that the library keeps itself was to be changed from outside.
  case reservedRecord
}
