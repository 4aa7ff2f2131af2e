public import OmamoriCore

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

/// One change of a commit to a ``ConversationStore``.
public struct RecordChange: Sendable {
  /// The record to change.
  public let name: RecordName
  /// The version that it must have; 0 when there must be none.
  public let expectedVersion: UInt64
  /// The new bytes, or `nil` to remove the record.
  public let bytes: SharedSecretBytes?

  /// Describes a change.
  ///
  /// - Parameters:
  ///   - name: The record to change.
  ///   - expectedVersion: The version that it must have; 0 when there must be none.
  ///   - bytes: The new bytes, or `nil` to remove the record.
  public init(_ name: RecordName, expectedVersion: UInt64, bytes: SharedSecretBytes?) {
    self.name = name
    self.expectedVersion = expectedVersion
    self.bytes = bytes
  }
}

/// What a record of a ``ConversationStore`` holds.
public enum RecordKind: UInt8, Sendable, Hashable, CaseIterable {
  /// The own identity and address.
  case account = 1
  /// The private halves of the own prekeys.
  case prekeys = 2
  /// What is known of a peer: the identity and whether it was verified.
  case peer = 3
  /// The sessions with one device of a peer.
  case sessions = 4
  /// A group and its sender keys.
  case group = 5
  /// What an application keeps beside, such as keys of its history.
  case application = 6
}

/// The name of a record of a ``ConversationStore``.
public struct RecordName: Sendable, Hashable {
  /// What the record holds.
  public let kind: RecordKind
  /// Which of that kind: an address or the identifier of a group, 1 to 255 bytes; empty where there is only one.
  public let key: [UInt8]

  /// Names a record.
  ///
  /// - Parameters:
  ///   - kind: What the record holds.
  ///   - key: Which of that kind, 0 to 255 bytes.
  public init(_ kind: RecordKind, key: [UInt8] = []) {
    self.kind = kind
    self.key = key
  }
}

/// A record of a ``ConversationStore`` with its version.
public struct StoredRecord: Sendable {
  /// The bytes, secret as a whole.
  public let bytes: SharedSecretBytes
  /// The version, from 1; every commit gives the record a greater one.
  public let version: UInt64

  /// Puts a record together.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - version: The version, from 1.
  public init(bytes: SharedSecretBytes, version: UInt64) {
    self.bytes = bytes
    self.version = version
  }
}

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
