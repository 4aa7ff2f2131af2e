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

  private func find(_ query: ItemQuery, withSecrets: Bool) async throws(MessagingError) -> [Item] {
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
