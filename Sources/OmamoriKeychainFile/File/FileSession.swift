import OmamoriCore
public import OmamoriKeychain

/// What an open keychain file knows of its unlocking.
///
/// A value behind a lock.
struct FileSession: Sendable {
  /// The keys and the slots; `nil` unless everything is unlocked.
  private(set) var keybag: OpenKeybag?
  /// When the keychain was used last.
  private(set) var lastUse = ContinuousClock.now
  /// What the anchors said.
  var protection: RollbackProtection = .unavailable
  /// What the anchors were found to know and were told since, by their places.
  var recorded: [Int: AnchoredState] = [:]
  /// Whether a lasting anchor could not record the newest state.
  var hasUnrecordedState = false
  /// How often the keychain was locked, and how far the last time.
  private(set) var locks: (count: UInt64, extent: KeychainFile.LockExtent) = (0, .everything)
  /// Waits for the idle time to be over.
  private var idleTask: Task<Void, Never>?

  /// Takes over the keys, unless the keychain was locked since it had been locked so often.
  ///
  /// - Returns: Whether it was not.
  mutating func begin(_ keybag: OpenKeybag, since lockCount: UInt64) -> Bool {
    guard locks.count == lockCount else { return false }
    self.keybag = keybag
    lastUse = .now
    return true
  }

  /// Takes over the task that waits for the idle time to be over.
  mutating func wait(_ task: Task<Void, Never>?) {
    idleTask?.cancel()
    idleTask = task
  }

  /// Notes that the keychain is used.
  mutating func touch() { lastUse = .now }

  /// Lets go of the keys.
  mutating func end(_ extent: KeychainFile.LockExtent) {
    keybag = nil
    locks = (locks.count + 1, extent)
    wait(nil)
  }
}

/// A step of a keychain file, as its callers see it.
struct FileTransaction: KeychainTransaction {
  private let transaction: StoreTransaction

  init(_ transaction: StoreTransaction) { self.transaction = transaction }

  func put(_ item: NewItem, if condition: PutCondition) throws(KeychainError) -> KeychainItem? {
    try transaction.put(item, if: condition)
  }

  func find(_ query: ItemQuery, withSecrets: Bool) throws(KeychainError) -> [KeychainItem] {
    if query.itemClass == .identity {
      return try IdentityJoin.find(query, withSecrets: withSecrets) {
        query, withSecrets throws(KeychainError) in
        try find(query, withSecrets: withSecrets)
      }
    }
    return try transaction.find(query, withSecrets ? .secret : .metadata).map { row throws(KeychainError) in
      try row.unguardedItem()
    }
  }

  func update(_ query: ItemQuery, _ changes: ItemChanges) throws(KeychainError) -> Int {
    try transaction.update(query, changes)
  }

  func remove(_ query: ItemQuery) throws(KeychainError) -> Int { try transaction.remove(query) }
}

extension FoundRow {
  /// The row as an item where nobody can be asked.
  ///
  /// - Throws: `KeychainError.denied` when its secret needs somebody.
  func unguardedItem() throws(KeychainError) -> KeychainItem {
    switch secret {
    case .none: try item()
    case .value(let value) where record.accessControl?.isForUseOnly != true: try item(secret: value)
    case .value, .guarded: throw .denied
    }
  }
}

/// A keychain file on the calling thread, to measure it without what waiting on another thread takes.
///
/// Every call blocks until it is done. Items with an access control cannot be used. Safe to use from any thread.
@_spi(Testing)
public struct SynchronousKeychain: Sendable {
  private let file: KeychainFile

  /// Takes a keychain that is open.
  public init(_ file: KeychainFile) { self.file = file }

  /// Stores an item; see `KeychainBackend.put(_:if:access:)`.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - condition: What must hold of the item with the same primary key.
  /// - Returns: The item as stored, without its secret; `nil` when the condition did not hold.
  /// - Throws: `KeychainError`.
  @discardableResult
  public func put(_ item: NewItem, if condition: PutCondition = .always) throws(KeychainError)
    -> KeychainItem?
  {
    try file.store.change(file.options.accessGroups) { transaction throws(KeychainError) in
      try transaction.put(item, if: condition)
    }
  }

  /// Finds items; see `KeychainBackend.find(_:withSecrets:access:)`.
  ///
  /// - Parameters:
  ///   - query: Which items are meant.
  ///   - withSecrets: Whether to read the secrets.
  /// - Returns: The items.
  /// - Throws: `KeychainError`.
  public func find(_ query: ItemQuery, withSecrets: Bool) throws(KeychainError) -> [KeychainItem] {
    try file.read(query, withSecrets ? .secret : .metadata).map { row throws(KeychainError) in
      try row.unguardedItem()
    }
  }
}
