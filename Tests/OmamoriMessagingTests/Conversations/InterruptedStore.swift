import OmamoriCore

@testable import OmamoriMessaging

/// A store in memory in which something happens right before a record of some kind is read, once.
final class InterruptedStore: ConversationStore {
  private struct Interruption: Sendable {
    let kind: RecordKind
    let body: @Sendable () async -> Void
  }

  let inner = InMemoryConversationStore()
  private let next = Protected<Interruption?>(nil)
  private let count = Protected(0)

  /// How often something happened.
  var interruptionCount: Int { count.current }

  /// Lets something happen before the next reading of a record.
  func interrupt(readingOf kind: RecordKind, _ body: @escaping @Sendable () async -> Void) {
    next.withLock { $0 = Interruption(kind: kind, body: body) }
  }

  func record(_ name: RecordName) async throws(MessagingError) -> StoredRecord? {
    let due = next.withLock { next -> Interruption? in
      guard let interruption = next, interruption.kind == name.kind else { return nil }
      next = nil
      return interruption
    }
    if let due {
      count.withLock { $0 += 1 }
      await due.body()
    }
    return try await inner.record(name)
  }

  func names(of kind: RecordKind) async throws(MessagingError) -> [RecordName] {
    try await inner.names(of: kind)
  }

  func commit(_ changes: [RecordChange]) async throws(MessagingError) { try await inner.commit(changes) }
}
