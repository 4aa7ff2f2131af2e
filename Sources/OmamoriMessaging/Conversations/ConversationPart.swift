/// A part of the state that has a record of its own.
enum ConversationPart: Sendable, Hashable, CaseIterable {
  /// The identity of the peer.
  case peer
  /// The sessions.
  case sessions
  /// The own prekeys, which all conversations share.
  case prekeys
}
