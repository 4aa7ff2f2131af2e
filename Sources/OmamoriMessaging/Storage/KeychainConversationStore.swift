public import OmamoriCore
public import OmamoriKeychain

/// A conversation store in a keychain, shared by all processes that share the keychain, such as an app and its extension.
///
/// Each record is one item, or several when it is larger than 256 KiB; a commit is one transaction of the keychain, and
/// durable when the keychain is. Items can be read from the first unlocking on, so that an extension can open a message
/// while the screen is locked, and never leave the device: a copy of sending state on a second device would use keys
/// twice. No item shows an address, only a keyed hash of it. A keychain that keeps anchors notices when its file was put
/// back, and every call then fails with ``ConversationStorageFault/rolledBack``. Safe to use from any thread.
public struct KeychainConversationStore: ConversationStore {
  private let keychain: any KeychainBackend
  private let items: KeychainRecordItems
  private let randomness: any Randomness

  /// Makes a store of a keychain, or finds the one that is there.
  ///
  /// - Parameters:
  ///   - keychain: The keychain; it must have transactions.
  ///   - account: Tells several accounts in one keychain apart; 1 to 64 bytes. Some keychains show it, so it should not be
  ///     an address.
  ///   - accessGroup: The access group that the processes share; `nil` for the keychain's default one.
  ///   - randomness: The source of the key that hides names.
  /// - Throws: ``MessagingError/keychain(_:)`` for a keychain without transactions; ``MessagingError/storage(_:)`` with
  ///   ``ConversationStorageFault/invalid`` for an account that is empty or too long.
  public init(
    in keychain: any KeychainBackend,
    account: String = "main",
    accessGroup: String? = nil,
    randomness: any Randomness = SystemRandomness()
  ) throws(MessagingError) {
    guard keychain.capabilities.contains(.transactions) else { throw .keychain(.unsupported(.transactions)) }
    guard (1...64).contains(account.utf8.count) else { throw .storage(.invalid) }
    (self.keychain, self.randomness) = (keychain, randomness)
    items = KeychainRecordItems(service: "omamori.messaging/\(account)", accessGroup: accessGroup)
  }

  /// The record called `name`, or `nil` when there is none.
  public func record(_ name: RecordName) async throws(MessagingError) -> StoredRecord? {
    try RecordBounds.check(name)
    guard let names = try await names() else { return nil }
    let account = names.account(of: name)
    guard let item = try await find(items.record(name.kind, account), withSecrets: true).first else {
      return nil
    }
    guard let label = KeychainRecordFrame.Label(of: item), let first = item.secret else {
      throw .storage(.damaged)
    }
    if label.partCount == 0 { return try record(name, label, first, []) }
    // A large record is read in one step, so that all of its items belong to one state.
    let step = items
    let whole = try await transaction { transaction throws(KeychainError) in
      try KeychainRecordStep(items: step, transaction: transaction).items(of: name.kind, account)
    }
    guard let item = whole.first else { return nil }
    guard let label = KeychainRecordFrame.Label(of: item), let first = item.secret else {
      throw .storage(.damaged)
    }
    return try record(name, label, first, whole.dropFirst().compactMap(\.secret))
  }

  /// The names of all records of one kind.
  public func names(of kind: RecordKind) async throws(MessagingError) -> [RecordName] {
    guard let names = try await names() else { return [] }
    var all: [RecordName] = []
    for item in try await find(items.all(of: kind), withSecrets: false) {
      guard let label = KeychainRecordFrame.Label(of: item), let name = names.open(label.sealedName, of: kind)
      else { throw .storage(.damaged) }
      all.append(name)
    }
    return all
  }

  /// Makes all changes, durably and in one step, or none.
  public func commit(_ changes: [RecordChange]) async throws(MessagingError) {
    try RecordBounds.check(changes)
    guard !changes.isEmpty else { return }
    let items = items
    let fresh = try KeychainRecordNames.Head(randomness: randomness)
    let outcome = try await transaction { transaction throws(KeychainError) in
      try KeychainRecordStep(items: items, transaction: transaction).commit(changes, fresh: fresh)
    }
    switch outcome {
    case .done: return
    case .conflict: throw .storage(.conflict)
    case .damaged: throw .storage(.damaged)
    }
  }

  // MARK: - The keychain

  private func names() async throws(MessagingError) -> KeychainRecordNames? {
    guard let item = try await find(items.head, withSecrets: true).first else { return nil }
    guard let head = KeychainRecordNames.Head(decoding: item.secret) else { throw .storage(.damaged) }
    return KeychainRecordNames(head)
  }

  private func record(
    _ name: RecordName, _ label: KeychainRecordFrame.Label, _ first: SharedSecretBytes,
    _ parts: [SharedSecretBytes]
  ) throws(MessagingError) -> StoredRecord {
    guard let record = KeychainRecordFrame.record(name, label, first: first, parts: parts) else {
      throw .storage(.damaged)
    }
    return record
  }

  private func find(_ query: ItemQuery, withSecrets: Bool) async throws(MessagingError) -> [KeychainItem] {
    do throws(KeychainError) {
      return try await keychain.find(query, withSecrets: withSecrets)
    } catch {
      throw MessagingError(storage: error)
    }
  }

  private func transaction<Outcome: Sendable>(
    _ body: @escaping @Sendable (any KeychainTransaction) throws(KeychainError) -> Outcome
  ) async throws(MessagingError) -> Outcome {
    do throws(KeychainError) {
      return try await keychain.transaction(body)
    } catch {
      throw MessagingError(storage: error)
    }
  }
}

extension MessagingError {
  /// What a failure of the keychain that holds the state is to messaging.
  ///
  /// - Parameter error: The error, such as that of unlocking a keychain file: one that was put back to an older state
  ///   gives ``MessagingError/storage(_:)`` with ``ConversationStorageFault/rolledBack``.
  public init(storage error: KeychainError) {
    switch error {
    case .rolledBack, .anchorBehind: self = .storage(.rolledBack)
    case .cancelled: self = .cancelled
    default: self = .keychain(error)
    }
  }
}

/// What a ``KeychainConversationStore`` does within one transaction of its keychain.
struct KeychainRecordStep {
  /// How a commit ended.
  enum Outcome: Sendable {
    /// All changes are made.
    case done
    /// A record has another version; nothing was changed.
    case conflict
    /// An item cannot be read; nothing was changed.
    case damaged
  }

  private struct Found {
    var account: String
    var query: ItemQuery
    var label: KeychainRecordFrame.Label?
  }

  let items: KeychainRecordItems
  let transaction: any KeychainTransaction

  /// Makes all changes, or none.
  ///
  /// - Parameters:
  ///   - changes: The changes, already checked.
  ///   - fresh: The head to begin with when the store is new.
  /// - Returns: How it ended.
  /// - Throws: ``KeychainError``, whereupon the keychain undoes everything.
  func commit(
    _ changes: [RecordChange], fresh: KeychainRecordNames.Head
  ) throws(KeychainError) -> Outcome {
    var head = fresh
    let stored = try transaction.find(items.head, withSecrets: true).first
    if let stored {
      guard let read = KeychainRecordNames.Head(decoding: stored.secret) else { return .damaged }
      head = read
    }
    let names = KeychainRecordNames(head)
    var found: [Found] = []
    for change in changes {
      let account = names.account(of: change.name)
      let query = items.record(change.name.kind, account)
      var label: KeychainRecordFrame.Label?
      if let item = try transaction.find(query, withSecrets: false).first {
        guard let read = KeychainRecordFrame.Label(of: item) else { return .damaged }
        label = read
      }
      guard (label?.version ?? 0) == change.expectedVersion else { return .conflict }
      found.append(Found(account: account, query: query, label: label))
    }
    let floor = head.greatestRemoved
    for (change, found) in zip(changes, found) {
      guard let bytes = change.bytes else {
        if let label = found.label {
          try transaction.remove(found.query)
          try removeParts(0..<label.partCount, found.account)
          head.greatestRemoved = max(head.greatestRemoved, label.version)
        }
        continue
      }
      let sealedName: [UInt8]
      if let label = found.label {
        sealedName = label.sealedName
      } else {
        guard let sealed = try? names.seal(change.name) else { return .damaged }
        sealedName = sealed
      }
      try put(bytes, change.name, found, version: (found.label?.version ?? floor) + 1, sealedName)
    }
    if stored == nil || head.greatestRemoved != floor {
      try transaction.put(items.item(items.head, head.encoded), if: .always)
    }
    return .done
  }

  private func put(
    _ bytes: SharedSecretBytes, _ name: RecordName, _ found: Found, version: UInt64, _ sealedName: [UInt8]
  ) throws(KeychainError) {
    let frame = KeychainRecordFrame(bytes, name, version: version)
    let label = KeychainRecordFrame.Label(
      version: version, partCount: frame.parts.count, sealedName: sealedName)
    try transaction.put(items.item(found.query, frame.first, label: label.encoded), if: .always)
    for (index, part) in frame.parts.enumerated() {
      try transaction.put(items.item(items.part(index, found.account), part), if: .always)
    }
    try removeParts(frame.parts.count..<max(frame.parts.count, found.label?.partCount ?? 0), found.account)
  }

  private func removeParts(_ parts: Range<Int>, _ account: String) throws(KeychainError) {
    for index in parts { try transaction.remove(items.part(index, account)) }
  }

  /// The items of a record, all of one state; empty when there is none.
  ///
  /// - Throws: ``KeychainError``.
  func items(of kind: RecordKind, _ account: String) throws(KeychainError) -> [KeychainItem] {
    guard let first = try transaction.find(items.record(kind, account), withSecrets: true).first else {
      return []
    }
    var found = [first]
    for index in 0..<(KeychainRecordFrame.Label(of: first)?.partCount ?? 0) {
      guard let part = try transaction.find(items.part(index, account), withSecrets: true).first else {
        break
      }
      found.append(part)
    }
    return found
  }
}
