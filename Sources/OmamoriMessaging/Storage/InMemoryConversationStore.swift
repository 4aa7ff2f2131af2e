import OmamoriCore

/// A conversation store that lives as long as the program, for tests, benchmarks and accounts that are not to last.
///
/// It keeps all rules of the others. What it held is wiped when the last owner of the bytes is gone. Safe to use from any
/// thread; no call waits for longer than another one's change takes.
public final class InMemoryConversationStore: ConversationStore {
  private struct State {
    var records: [RecordName: StoredRecord] = [:]
    /// The greatest version that a removed record had, so that a new one of its name never has it again.
    var greatestRemoved: UInt64 = 0
  }

  private let state = Protected(State())

  /// Makes an empty store.
  public init() {}

  /// The record called `name`, or `nil` when there is none.
  public func record(_ name: RecordName) async throws(MessagingError) -> StoredRecord? {
    try RecordBounds.check(name)
    return state.withLock { $0.records[name] }
  }

  /// The names of all records of one kind.
  public func names(of kind: RecordKind) async throws(MessagingError) -> [RecordName] {
    state.withLock { $0.records.keys.filter { $0.kind == kind } }
  }

  /// Makes all changes in one step, or none.
  public func commit(_ changes: [RecordChange]) async throws(MessagingError) {
    try RecordBounds.check(changes)
    try state.withLock { state throws(MessagingError) in
      for change in changes
      where (state.records[change.name]?.version ?? 0) != change.expectedVersion {
        throw .storage(.conflict)
      }
      let floor = state.greatestRemoved
      for change in changes {
        if let bytes = change.bytes {
          let version = change.expectedVersion == 0 ? floor + 1 : change.expectedVersion + 1
          state.records[change.name] = StoredRecord(bytes: bytes, version: version)
        } else {
          state.records[change.name] = nil
          state.greatestRemoved = max(state.greatestRemoved, change.expectedVersion)
        }
      }
    }
  }
}
