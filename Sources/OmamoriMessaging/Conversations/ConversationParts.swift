/// Parts of the state that have a record of their own.
///
/// A value; safe to share between threads.
struct ConversationParts: OptionSet, Sendable, Hashable {
  /// The identity of the peer.
  static let peer = ConversationParts(rawValue: 1)
  /// The sessions.
  static let sessions = ConversationParts(rawValue: 2)
  /// The own prekeys, which all conversations share.
  static let prekeys = ConversationParts(rawValue: 4)

  let rawValue: UInt8
}
