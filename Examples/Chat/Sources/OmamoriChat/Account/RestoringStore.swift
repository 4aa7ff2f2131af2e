import OmamoriCore
import OmamoriCrypto
import OmamoriMessaging

/// The store of an account that is restored: the records with what was said become files beside it.
///
/// Safe to use from any thread.
struct RestoringStore: ConversationStore {
  private let store: any ConversationStore
  private let folder: String
  private let written = Protected<[String]>([])

  /// Restores into a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - folder: The folder of histories, which is there; a history that is in it stays.
  init(into store: any ConversationStore, histories folder: String) {
    (self.store, self.folder) = (store, folder)
  }

  func record(_ name: RecordName) async throws(MessagingError) -> StoredRecord? {
    try await store.record(name)
  }

  func names(of kind: RecordKind) async throws(MessagingError) -> [RecordName] {
    try await store.names(of: kind)
  }

  /// Writes the files, and commits everything else after that.
  func commit(_ changes: [RecordChange]) async throws(MessagingError) {
    let rest: [RecordChange]
    do {
      rest = try Self.renewed(try write(changes))
    } catch let error as MessagingError {
      throw error
    } catch let failure as WriteFailure {
      throw .system(code: failure.code)
    } catch {
      throw .backup(.invalid)
    }
    try await store.commit(rest)
  }

  /// The records as they are after a restoration: the relay is to get new keys and a new mark.
  private static func renewed(_ changes: [RecordChange]) throws -> [RecordChange] {
    let marks = try changes.filter { [ChatRecord.mark, ChatRecord.successor].contains($0.name) }
      .compactMap(\.bytes).map { try RestorationMark(decoding: $0) }
    let kept = changes.filter { ![ChatRecord.mark, ChatRecord.successor].contains($0.name) }
    return try kept.map { change in
      guard change.name == ChatRecord.settings, let bytes = change.bytes else { return change }
      var settings = try ChatSettings(decoding: bytes)
      settings.isRegistered = false
      return RecordChange(
        change.name, expectedVersion: change.expectedVersion, bytes: settings.encoded)
    } + [
      RecordChange(
        ChatRecord.mark, expectedVersion: 0, bytes: try RestorationMark(after: marks).encoded)
    ]
  }

  /// Removes the files that were written, because the account does not come to be.
  func undo() {
    for path in written.withLock({ $0 }) {
      // because a file that stays is of no use to anybody without the keys
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  private func write(_ changes: [RecordChange]) throws -> [RecordChange] {
    guard let keys = changes.first(where: { $0.name == ChatRecord.historyKeys })?.bytes else {
      throw MessagingError.backup(.invalid)
    }
    let keyset = try Keyset(importingPlaintext: keys.copy())
    var rest = changes
    for kind in ChatHistory.Kind.allCases {
      rest = try write(rest, try ChatHistory(in: folder, keyset, kind))
    }
    return rest
  }

  private func write(_ changes: [RecordChange], _ history: ChatHistory) throws -> [RecordChange] {
    let kind = history.kind
    for change in changes {
      guard let key = ChatRecord.key(ofLines: change.name, kind), let bytes = change.bytes else { continue }
      guard try history.count(with: key) == 0 else { continue }
      let lines = try HistoryLines.decode(bytes)
      written.withLock { $0.append(history.path(of: key)) }
      try history.write(lines, with: key)
    }
    return try changes.compactMap { change in
      guard ChatRecord.key(ofLines: change.name, kind) == nil else { return nil }
      guard let key = ChatRecord.key(ofShown: change.name, kind), let bytes = change.bytes else {
        return change
      }
      // An export of an earlier version has no lines, and those to come were not shown.
      let shown = min(try ChatRecord.count(bytes), try history.count(with: key))
      return RecordChange(
        change.name, expectedVersion: change.expectedVersion, bytes: ChatRecord.encoded(shown))
    }
  }
}
