/// Keeps the state of conversations; a port that a keychain, memory or a test fulfils.
///
/// A step of a conversation is committed here before its ciphertext or plaintext leaves the library. Each record has a
/// version, so that an app and its extension, which share a store, never go on from the same state twice. Safe to use
/// from any thread and, when it lasts, from several processes.
public protocol ConversationStore: Sendable {
  /// The record called `name`, or `nil` when there is none.
  ///
  /// - Parameter name: The name.
  /// - Returns: The record with its version.
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/keychain(_:)``.
  func record(_ name: RecordName) async throws(MessagingError) -> StoredRecord?

  /// The names of all records of one kind, in no order.
  ///
  /// - Parameter kind: The kind.
  /// - Returns: The names.
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/keychain(_:)``.
  func names(of kind: RecordKind) async throws(MessagingError) -> [RecordName]

  /// Makes all changes, durably and in one step, or none.
  ///
  /// - Parameter changes: The changes, of different records.
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/conflict`` when a record has another
  ///   version than a change expects; ``MessagingError/keychain(_:)``.
  func commit(_ changes: [RecordChange]) async throws(MessagingError)
}
