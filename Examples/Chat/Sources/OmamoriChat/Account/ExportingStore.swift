import OmamoriCore
import OmamoriMessaging

/// The store of an account as an export sees it: what was said, which lies beside the store, is there as records.
struct ExportingStore: ConversationStore {
  private let store: any ConversationStore
  /// Records beside those of the store, or in the place of one.
  private var added: [RecordName: SharedSecretBytes] = [:]

  /// Reads the histories of an account; only within a step.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - room: The most bytes of lines; each history has an equal part of it, and the newest lines stay.
  /// - Throws: ``ChatFault`` for a history that cannot be read, `MessagingError`.
  init(_ account: ChatAccount, room: Int = HistoryLines.room) async throws {
    store = account.store
    let count = ChatHistory.Kind.allCases.reduce(0) { $0 + account.history(of: $1).peers().count }
    for kind in ChatHistory.Kind.allCases {
      let history = account.history(of: kind)
      for key in history.peers() {
        let entries = try history.entries(with: key).map(\.entry)
        let (record, left) = HistoryLines.encode(entries, room: room / max(1, count))
        added[ChatRecord.lines(key, kind)] = record
        // The lines that are there are counted anew.
        if left > 0 {
          let shown = try await account.shownCount(with: key, kind)
          added[ChatRecord.shown(key, kind)] = ChatRecord.encoded(max(0, shown - left))
        }
      }
    }
  }

  func record(_ name: RecordName) async throws(MessagingError) -> StoredRecord? {
    guard let bytes = added[name] else { return try await store.record(name) }
    return StoredRecord(bytes: bytes, version: 1)
  }

  func names(of kind: RecordKind) async throws(MessagingError) -> [RecordName] {
    let names = Set(try await store.names(of: kind))
    return Array(names.union(added.keys.filter { $0.kind == kind }))
  }

  func commit(_ changes: [RecordChange]) async throws(MessagingError) { throw .storage(.readOnly) }
}
