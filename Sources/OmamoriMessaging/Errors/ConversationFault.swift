/// Why a conversation cannot go on.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum ConversationFault: Sendable, Hashable {
  /// There is no session with the peer.
  case noSession
  /// It belongs to another conversation.
  case otherPeer
}
