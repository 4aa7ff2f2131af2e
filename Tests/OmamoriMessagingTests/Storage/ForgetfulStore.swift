import OmamoriCore

@testable import OmamoriMessaging

/// A store that acknowledges commits before they last, which no store may do: it shows that the tests would notice.
actor ForgetfulStore: ConversationStore {
  private let lasting: any ConversationStore
  private let early = InMemoryConversationStore()
  private var known: Set<RecordName> = []
  private var late: [[RecordChange]] = []

  init(_ lasting: any ConversationStore) { self.lasting = lasting }

  /// Brings the newest state of a record into memory.
  private func learn(_ name: RecordName) async throws(MessagingError) {
    guard !known.contains(name) else { return }
    if let record = try await lasting.record(name) {
      try await early.commit([RecordChange(name, expectedVersion: 0, bytes: record.bytes)])
    }
    known.insert(name)
  }

  func record(_ name: RecordName) async throws(MessagingError) -> StoredRecord? {
    try await learn(name)
    return try await early.record(name)
  }

  func names(of kind: RecordKind) async throws(MessagingError) -> [RecordName] {
    try await lasting.names(of: kind)
  }

  func commit(_ changes: [RecordChange]) async throws(MessagingError) {
    for change in changes { try await learn(change.name) }
    try await early.commit(changes)
    late.append(changes)
    guard late.count > 3 else { return }
    for change in late.removeFirst() {
      let version = try await lasting.record(change.name)?.version ?? 0
      try await lasting.commit([RecordChange(change.name, expectedVersion: version, bytes: change.bytes)])
    }
  }
}
