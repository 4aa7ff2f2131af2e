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
    -> Item?

  /// Finds items.
  ///
  /// - Parameters:
  ///   - query: Which items are meant.
  ///   - withSecrets: Whether to read the secrets; a list without them never asks a person.
  ///   - access: What the caller brings along for items with an access control.
  /// - Returns: The items; empty when there are none.
  /// - Throws: ``KeychainError``; ``KeychainError/locked`` when any item that matches is locked.
  func find(_ query: ItemQuery, withSecrets: Bool, access: ItemAccess) async throws(KeychainError) -> [Item]

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
  public func add(_ item: NewItem) async throws(KeychainError) -> Item {
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
  public func find(_ query: ItemQuery, withSecrets: Bool = false) async throws(KeychainError) -> [Item] {
    try await find(query, withSecrets: withSecrets, access: .none)
  }
}
