/// The names of the records that hold a conversation.
///
/// A value; safe to share between threads.
struct ConversationRecordNames: Sendable {
  /// The record of the identity of the peer.
  let peer: RecordName
  /// The record of the sessions.
  let sessions: RecordName
  /// The record of the own prekeys, which all conversations share.
  let prekeys = RecordName(.prekeys)

  /// The names for the conversation with a device of a peer.
  init(of remote: MessagingAddress) {
    let key = remote.recordKey
    (peer, sessions) = (RecordName(.peer, key: key), RecordName(.sessions, key: key))
  }
}
