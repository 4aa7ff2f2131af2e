import OmamoriCore

/// What the records of a conversation said when they were read or written last, so that the same bytes are not decoded
/// again.
///
/// It never stands in for the store: a step asks for the records and uses what is remembered only where they are the
/// same, byte for byte. A value; safe to share between threads.
struct ConversationMemory: Sendable {
  private final class Entry<Value: Sendable>: Sendable {
    let bytes: SharedSecretBytes
    let value: Value

    init(bytes: SharedSecretBytes, value: Value) {
      self.bytes = bytes
      self.value = value
    }

    func isOf(_ record: SharedSecretBytes) -> Bool { record === bytes || record == bytes }
  }

  private var sessions: Entry<SessionArchive>?
  private var peer: Entry<PeerRecord>?

  /// Nothing is remembered.
  init() {}

  /// The sessions of a record.
  func archive(of record: SharedSecretBytes) throws(MessagingError) -> SessionArchive {
    if let sessions, sessions.isOf(record) { return sessions.value }
    return try SessionArchive(decoding: record)
  }

  /// The peer of a record.
  func peer(of record: SharedSecretBytes) throws(MessagingError) -> PeerRecord {
    if let peer, peer.isOf(record) { return peer.value }
    return try PeerRecord(decoding: record)
  }

  /// Takes note of what a record says; of a record that is not there, nothing.
  mutating func note(_ archive: SessionArchive, of record: SharedSecretBytes?) {
    sessions = record.map { Entry(bytes: $0, value: archive) }
  }

  /// Takes note of what a record says; of a record that is not there, nothing.
  mutating func note(_ peer: PeerRecord?, of record: SharedSecretBytes?) {
    self.peer = record.flatMap { record in peer.map { Entry(bytes: record, value: $0) } }
  }
}
