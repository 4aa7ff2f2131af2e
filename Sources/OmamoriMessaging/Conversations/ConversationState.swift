import OmamoriCore

/// A machine with the versions of the records that it was read from.
struct ConversationState: Sendable {
  var machine: ConversationMachine
  private let versions: [ConversationPart: UInt64]

  /// Reads a conversation; the prekeys only when they are needed.
  init(
    of account: MessagingAccount, with remote: MessagingAddress, in store: any ConversationStore,
    for event: ConversationEvent
  ) async throws(MessagingError) {
    // The sessions first: an identity that is accepted in between makes them useless, not trusted.
    let sessions = try await store.record(ConversationPart.sessions.name(of: remote))
    let peer = try await store.record(ConversationPart.peer.name(of: remote))
    var versions: [ConversationPart: UInt64] = [:]
    versions[.sessions] = sessions?.version
    versions[.peer] = peer?.version
    var machine = try ConversationMachine(account: account, remote: remote)
    if let sessions { machine.archive = try SessionArchive(decoding: sessions.bytes) }
    if let peer { machine.peer = try PeerRecord(decoding: peer.bytes) }
    // What is begun under one identity must not get into the store of another that was restored into it.
    if event.beginsSession, try await store.record(RecordName(.account))?.bytes != account.encoded {
      throw .storage(.missing)
    }
    if case .receive(let envelope) = event, machine.needsPrekeys(for: envelope) {
      guard let prekeys = try await store.record(ConversationPart.prekeys.name(of: remote)) else {
        throw .storage(.missing)
      }
      versions[.prekeys] = prekeys.version
      machine.prekeys = try Prekeys(decoding: prekeys.bytes)
    }
    self.machine = machine
    self.versions = versions
  }

  /// Whether nobody changed what was read, so that all of it belongs to one state.
  func isCurrent(in store: any ConversationStore) async throws(MessagingError) -> Bool {
    for part in ConversationPart.allCases where part != .prekeys || machine.prekeys != nil {
      guard try await store.record(part.name(of: machine.remote))?.version == versions[part] else {
        return false
      }
    }
    return true
  }

  /// The changes that keep some parts of the machine.
  func changes(keeping parts: Set<ConversationPart>) throws(MessagingError) -> [RecordChange] {
    var changes: [RecordChange] = []
    for part in ConversationPart.allCases where parts.contains(part) {
      let bytes: SharedSecretBytes? =
        switch part {
        case .peer: machine.peer?.encoded
        case .sessions: try machine.archive.encoded()
        case .prekeys: machine.prekeys?.encoded
        }
      guard let bytes else { continue }
      changes.append(
        RecordChange(part.name(of: machine.remote), expectedVersion: versions[part] ?? 0, bytes: bytes))
    }
    return changes
  }
}

extension ConversationPart {
  /// The record that holds this part of the conversation with `remote`.
  func name(of remote: MessagingAddress) -> RecordName {
    switch self {
    case .peer: RecordName(.peer, key: remote.recordKey)
    case .sessions: RecordName(.sessions, key: remote.recordKey)
    case .prekeys: RecordName(.prekeys)
    }
  }
}
