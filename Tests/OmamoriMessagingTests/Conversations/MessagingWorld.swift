@_spi(Testing) import OmamoriCore

@testable import OmamoriMessaging

/// Accounts over stores in memory, and what a server has of them.
actor MessagingWorld {
  nonisolated let clock = ManualClock()
  private var publications: [MessagingAddress: PrekeyPublication] = [:]
  private var used: [MessagingAddress: Int] = [:]

  /// Makes an account and publishes its keys.
  func makeAccount(
    _ name: String, in store: some ConversationStore = InMemoryConversationStore(),
    events: some SecurityEvents = .discarded
  ) async throws -> Messenger {
    let messenger = try await Messenger.create(
      as: try MessagingAddress(name: name), in: store, suites: [.x25519], clock: clock, events: events)
    try await publish(messenger)
    return messenger
  }

  func publish(_ messenger: Messenger) async throws {
    publications[messenger.address] = try await messenger.publication(oneTimeKeys: 10)
    used[messenger.address] = 0
  }

  /// A bundle as the server hands it out.
  func bundle(of address: MessagingAddress) throws -> KeyBundle {
    guard let publication = publications[address] else { throw MessagingError.prekey(.unknown) }
    let index = used[address, default: 0]
    used[address] = index + 1
    let key = index < publication.oneTimeKeys.count ? publication.oneTimeKeys[index].bytes : nil
    return try KeyBundle(signedPart: publication.signedPart, oneTimeKey: key, clock: clock)
  }
}

extension InMemoryConversationStore {
  /// All that there is in the store, as a thief takes it.
  func stolen() async throws -> InMemoryConversationStore {
    let copy = InMemoryConversationStore()
    for kind in RecordKind.allCases {
      for name in try await names(of: kind) {
        guard let record = try await record(name) else { continue }
        try await copy.commit([RecordChange(name, expectedVersion: 0, bytes: record.bytes)])
      }
    }
    return copy
  }
}

/// A store whose commits fail when a test says so, before or after they were made.
final class FailingStore: ConversationStore {
  enum Failure: Sendable {
    case before(MessagingError)
    case after(MessagingError)
    /// This commit is made.
    case pass
  }

  let inner = InMemoryConversationStore()
  private let failures = Protected<[Failure]>([])
  private let commits = Protected(0)

  /// How often something was committed.
  var commitCount: Int { commits.current }

  /// The next commits fail like this, one after the other.
  func fail(_ next: Failure...) { failures.withLock { $0 = next } }

  func record(_ name: RecordName) async throws(MessagingError) -> StoredRecord? {
    try await inner.record(name)
  }

  func names(of kind: RecordKind) async throws(MessagingError) -> [RecordName] {
    try await inner.names(of: kind)
  }

  func commit(_ changes: [RecordChange]) async throws(MessagingError) {
    let failure = failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    if case .before(let error) = failure { throw error }
    try await inner.commit(changes)
    commits.withLock { $0 += 1 }
    if case .after(let error) = failure { throw error }
  }
}

extension Conversation {
  func seal(_ text: String) async throws -> [UInt8] { try await seal(Array(text.utf8)) }

  func openText(_ envelope: [UInt8]) async throws -> String {
    String(decoding: try await open(envelope).body, as: UTF8.self)
  }
}
