/// A store of items with the rules of Apple's keychain: the memory, the keychain file, the agent, the Secret Service or
/// Apple's keychain itself.
///
/// "There is none" is an answer, an empty array or a zero; everything that keeps a store from knowing is thrown, so that
/// a caller never makes a new key because a store was locked. Every call is one step: it happens as a whole or not at
/// all. Safe to use from any thread; no call blocks the caller's executor for longer than reading a page takes.
public protocol KeychainBackend: Sendable {
  /// What the store can do beyond the rules that all keep.
  var capabilities: KeychainCapabilities { get }

  /// The access group of items that name none, where the store knows it before it is asked to store one.
  var defaultAccessGroup: String? { get }

  /// Whether the store can be used now.
  ///
  /// - Returns: The state at the time of the call.
  func lockState() async -> KeychainLockState

  /// Stores an item, replacing the one with the same primary key; never by removing it first.
  ///
  /// A replaced item keeps its persistent reference and its creation date and takes over everything else.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - condition: What must hold of the item with the same primary key.
  ///   - access: What the caller brings along for items with an access control.
  /// - Returns: The item as stored, without its secret; `nil` when the condition did not hold and nothing was changed.
  /// - Throws: ``KeychainError``.
  func put(_ item: NewItem, if condition: PutCondition, access: ItemAccess) async throws(KeychainError)
    -> KeychainItem?

  /// Finds items.
  ///
  /// - Parameters:
  ///   - query: Which items are meant.
  ///   - withSecrets: Whether to read the secrets; a list without them never asks a person.
  ///   - access: What the caller brings along for items with an access control.
  /// - Returns: The items; empty when there are none.
  /// - Throws: ``KeychainError``; ``KeychainError/locked`` when any item that matches is locked.
  func find(_ query: ItemQuery, withSecrets: Bool, access: ItemAccess) async throws(KeychainError)
    -> [KeychainItem]

  /// Changes all items that match, all or none of them.
  ///
  /// - Parameters:
  ///   - query: Which items are meant.
  ///   - changes: What to change.
  ///   - access: What the caller brings along for items with an access control.
  /// - Returns: The number of items changed; 0 when none matched.
  /// - Throws: ``KeychainError``; ``KeychainError/duplicate`` when a changed item would meet another.
  func update(_ query: ItemQuery, _ changes: ItemChanges, access: ItemAccess) async throws(KeychainError)
    -> Int

  /// Removes all items that match, all or none of them.
  ///
  /// - Parameter query: Which items are meant.
  /// - Returns: The number of items removed; 0 when none matched.
  /// - Throws: ``KeychainError``.
  func remove(_ query: ItemQuery) async throws(KeychainError) -> Int

  /// Does several things in one step.
  ///
  /// - Parameter body: What to do, on a thread that may block. When it throws, nothing is changed.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; ``KeychainError/unsupported(_:)`` when the store has no transactions.
  func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (any KeychainTransaction) throws(KeychainError) -> Result
  ) async throws(KeychainError) -> Result

  /// The changes from now on, of this process and of others.
  ///
  /// - Returns: A sequence that ends when the task that reads it is cancelled.
  /// - Throws: ``KeychainError/unsupported(_:)`` when the store does not tell.
  func changes() throws(KeychainError) -> KeychainChanges
}

extension KeychainBackend {
  /// Nothing: the store decides when it stores an item.
  public var defaultAccessGroup: String? { nil }

  /// Stores an item unless there is one with the same primary key (`SecItemAdd`).
  ///
  /// - Parameter item: The item.
  /// - Returns: The item as stored, without its secret.
  /// - Throws: ``KeychainError/duplicate`` and what else ``put(_:if:access:)`` throws.
  public func add(_ item: NewItem) async throws(KeychainError) -> KeychainItem {
    guard let added = try await put(item, if: .absent, access: .none) else { throw .duplicate }
    return added
  }

  /// Finds items without an access control.
  ///
  /// - Parameters:
  ///   - query: Which items are meant.
  ///   - withSecrets: Whether to read the secrets.
  /// - Returns: The items; empty when there are none.
  /// - Throws: ``KeychainError``.
  public func find(_ query: ItemQuery, withSecrets: Bool = false) async throws(KeychainError)
    -> [KeychainItem]
  {
    try await find(query, withSecrets: withSecrets, access: .none)
  }
}

/// What a store can do beyond the rules that all keep.
public struct KeychainCapabilities: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt32

  /// Makes a set of its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Several things can be done in one step.
  public static let transactions = Self(rawValue: 1 << 0)
  /// Changes are told, those of other processes too.
  public static let changes = Self(rawValue: 1 << 1)
  /// Items can have an access control.
  public static let accessControl = Self(rawValue: 1 << 2)
  /// Accessibility is enforced, not just kept.
  public static let accessibility = Self(rawValue: 1 << 3)
  /// Certificates, keys and identities can be stored.
  public static let certificatesAndKeys = Self(rawValue: 1 << 4)
  /// Items survive the process.
  public static let persistent = Self(rawValue: 1 << 5)
  /// Deleted, swapped and replayed items are noticed.
  public static let tamperDetection = Self(rawValue: 1 << 6)
}

/// Whether a store can be used.
public enum KeychainLockState: Sendable, Hashable, CaseIterable {
  /// Everything can be used.
  case unlocked
  /// Locked again after a first unlocking: items that survive locking can be used.
  case locked
  /// Not unlocked yet, or locked completely: nothing can be used.
  case beforeFirstUnlock
  /// There is no store, or it cannot be reached.
  case unavailable
}

/// What can be done within one step of a store.
///
/// Valid during the closure that received it, on its thread. Secrets of items with an access control cannot be read
/// here, since nobody can be asked while the store waits.
public protocol KeychainTransaction {
  /// Stores an item; see ``KeychainBackend/put(_:if:access:)``.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - condition: What must hold of the item with the same primary key.
  /// - Returns: The item as stored, without its secret; `nil` when the condition did not hold.
  /// - Throws: ``KeychainError``.
  @discardableResult
  func put(_ item: NewItem, if condition: PutCondition) throws(KeychainError) -> KeychainItem?

  /// Finds items; see ``KeychainBackend/find(_:withSecrets:access:)``.
  ///
  /// - Parameters:
  ///   - query: Which items are meant.
  ///   - withSecrets: Whether to read the secrets.
  /// - Returns: The items.
  /// - Throws: ``KeychainError``.
  func find(_ query: ItemQuery, withSecrets: Bool) throws(KeychainError) -> [KeychainItem]

  /// Changes all items that match; see ``KeychainBackend/update(_:_:access:)``.
  ///
  /// - Parameters:
  ///   - query: Which items are meant.
  ///   - changes: What to change.
  /// - Returns: The number of items changed.
  /// - Throws: ``KeychainError``.
  @discardableResult
  func update(_ query: ItemQuery, _ changes: ItemChanges) throws(KeychainError) -> Int

  /// Removes all items that match; see ``KeychainBackend/remove(_:)``.
  ///
  /// - Parameter query: Which items are meant.
  /// - Returns: The number of items removed.
  /// - Throws: ``KeychainError``.
  @discardableResult
  func remove(_ query: ItemQuery) throws(KeychainError) -> Int
}

/// What must hold of the item that a new one would replace.
public enum PutCondition: Sendable, Hashable {
  /// Nothing: the item is added or replaced.
  case always
  /// There is none.
  case absent
  /// There is one, still in this state.
  case version(ItemVersion)
}
