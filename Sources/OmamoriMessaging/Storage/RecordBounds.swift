import OmamoriCore

/// What every store asks of names, records and commits.
///
/// Has no state; safe to use from any thread.
enum RecordBounds {
  /// The longest key of a name, in bytes.
  static let greatestKeyLength = 255
  /// The largest record, in bytes.
  static let greatestRecord = 16 << 20
  /// The most changes of one commit.
  static let greatestChangeCount = 1 << 17

  /// Throws unless a record can have this name.
  ///
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/invalid``.
  static func check(_ name: RecordName) throws(MessagingError) {
    guard name.key.count <= greatestKeyLength else { throw .storage(.invalid) }
  }

  /// Throws unless changes can be made together.
  ///
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/invalid`` for two changes of one record or too
  ///   many changes, with ``ConversationStorageFault/tooLarge`` for a record that is too large.
  static func check(_ changes: [RecordChange]) throws(MessagingError) {
    guard changes.count <= greatestChangeCount else { throw .storage(.invalid) }
    guard changes.count < 2 || Set(changes.map(\.name)).count == changes.count else {
      throw .storage(.invalid)
    }
    for change in changes {
      try check(change.name)
      guard change.bytes.map({ $0.count <= greatestRecord }) ?? true else { throw .storage(.tooLarge) }
    }
  }
}
