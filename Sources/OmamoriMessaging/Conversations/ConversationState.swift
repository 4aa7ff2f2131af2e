import OmamoriCore

/// A machine with the versions of the records that it was read from.
struct ConversationState: Sendable {
  var machine: ConversationMachine
  /// What is known without decoding: the records as they were read, and those that were written since.
  private(set) var memory: ConversationMemory
  private let names: ConversationRecordNames
  private let sessionsVersion: UInt64
  private let peerVersion: UInt64
  private let prekeysVersion: UInt64

  /// Reads a conversation; the prekeys only when they are needed.
  init(
    of account: MessagingAccount, with remote: MessagingAddress, in store: any ConversationStore,
    called names: ConversationRecordNames, for event: ConversationEvent,
    remembering memory: ConversationMemory
  ) async throws(MessagingError) {
    // The sessions first: an identity that is accepted in between makes them useless, not trusted.
    let sessions = try await store.record(names.sessions)
    let peer = try await store.record(names.peer)
    var machine = try ConversationMachine(account: account, remote: remote)
    if let sessions { machine.archive = try memory.archive(of: sessions.bytes) }
    if let peer { machine.peer = try memory.peer(of: peer.bytes) }
    self.memory = memory
    self.memory.note(machine.archive, of: sessions?.bytes)
    self.memory.note(machine.peer, of: peer?.bytes)
    (sessionsVersion, peerVersion) = (sessions?.version ?? 0, peer?.version ?? 0)
    // What is begun under one identity must not get into the store of another that was restored into it.
    if event.beginsSession, try await store.record(RecordName(.account))?.bytes != account.encoded {
      throw .storage(.missing)
    }
    if case .receive(let envelope) = event, machine.needsPrekeys(for: envelope) {
      guard let prekeys = try await store.record(names.prekeys) else { throw .storage(.missing) }
      prekeysVersion = prekeys.version
      machine.prekeys = try Prekeys(decoding: prekeys.bytes)
    } else {
      prekeysVersion = 0
    }
    self.machine = machine
    self.names = names
  }

  /// Whether nobody changed what was read, so that all of it belongs to one state.
  func isCurrent(in store: any ConversationStore) async throws(MessagingError) -> Bool {
    guard try await store.record(names.sessions)?.version ?? 0 == sessionsVersion,
      try await store.record(names.peer)?.version ?? 0 == peerVersion
    else { return false }
    guard machine.prekeys != nil else { return true }
    return try await store.record(names.prekeys)?.version ?? 0 == prekeysVersion
  }

  /// The changes that keep some parts of the machine; ``memory`` says what they will be once they are made.
  mutating func changes(keeping parts: ConversationParts) throws(MessagingError) -> [RecordChange] {
    var changes: [RecordChange] = []
    if parts.contains(.peer), let peer = machine.peer {
      let bytes = peer.encoded
      memory.note(peer, of: bytes)
      changes.append(RecordChange(names.peer, expectedVersion: peerVersion, bytes: bytes))
    }
    if parts.contains(.sessions) {
      let bytes = try machine.archive.encoded()
      memory.note(machine.archive, of: bytes)
      changes.append(RecordChange(names.sessions, expectedVersion: sessionsVersion, bytes: bytes))
    }
    if parts.contains(.prekeys), let prekeys = machine.prekeys {
      changes.append(
        RecordChange(names.prekeys, expectedVersion: prekeysVersion, bytes: prekeys.encoded))
    }
    return changes
  }
}

/// What the records of a conversation said when they were read or written last, so that the same bytes are not decoded
/// again.
///
/// It never stands in for the store: a step asks for the records and uses what is remembered only where they are the
/// same, byte for byte.
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

/// The names of the records that hold a conversation.
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
