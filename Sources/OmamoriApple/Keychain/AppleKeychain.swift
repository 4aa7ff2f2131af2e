public import OmamoriCore
public import OmamoriKeychain

/// Apple's keychain, as a store with the rules that all stores keep.
///
/// It is the data protection keychain of iOS and macOS; the file-based one of macOS is never used. Calls run on threads
/// of their own, so that a dialogue blocks nobody, and cancelling a task takes the dialogue away. Items are updated in
/// place and never removed to be added again. What differs from other stores:
///
/// - `ItemAttribute.description` is reserved: it holds the version of an item.
/// - A generic password of the service `omamori.keychain.marker` is kept beside an item with an access control or one
///   that needs a passcode, to tell one that the system removed from one that never was.
/// - An attribute that is empty, zero or false is read as none.
/// - There are no transactions and no changes, and versions only of passwords that this library stored.
///
/// Safe to share between threads.
///
/// Source: <https://developer.apple.com/documentation/security/keychain-services>.
public struct AppleKeychain: KeychainBackend {
  /// Where items go that name no group; `nil` for the program's first group.
  public let defaultAccessGroup: String?
  private let store: SecItemStore<AppleSecItems>

  /// Makes a way to the keychain; nothing is opened until it is used.
  ///
  /// - Parameters:
  ///   - accessGroup: Where items go that name no group; `nil` for the program's first group.
  ///   - language: The language in which a person is told the reason.
  public init(accessGroup: String? = nil, language: Language = .en) {
    defaultAccessGroup = accessGroup
    store = SecItemStore(AppleSecItems(language: language), accessGroup: accessGroup)
  }

  /// Access control, accessibility, certificates and keys, and items that survive the process.
  public var capabilities: KeychainCapabilities { SecItemStore<AppleSecItems>.capabilities }

  /// Whether the device is unlocked, found out by storing an empty item for a moment.
  ///
  /// - Returns: The state at the time of the call.
  public func lockState() async -> KeychainLockState {
    await withTaskExecutorPreference(KeychainExecutor.shared) { await store.lockState() }
  }

  /// Stores an item, replacing the one with the same primary key in place.
  ///
  /// - Parameters:
  ///   - item: The item. A certificate has its DER as secret, a key its X9.63 form.
  ///   - condition: What must hold of the item with the same primary key.
  ///   - access: What the caller brings along; replacing an item with an access control asks too.
  /// - Returns: The item as stored, without its secret; `nil` when the condition did not hold.
  /// - Throws: `KeychainError`.
  public func put(
    _ item: NewItem, if condition: PutCondition, access: ItemAccess
  ) async throws(KeychainError) -> KeychainItem? {
    try await withTaskExecutorPreference(KeychainExecutor.shared) { () async throws(KeychainError) in
      try await store.put(item, if: condition, access: access)
    }
  }

  /// Finds items; a person is asked only for secrets, and only when `access` has an authenticator.
  ///
  /// - Parameters:
  ///   - query: Which items are meant.
  ///   - withSecrets: Whether to read the secrets.
  ///   - access: What the caller brings along; see ``BiometricAuthenticator``.
  /// - Returns: The items; empty when there are none.
  /// - Throws: `KeychainError`; `KeychainError.invalidated` when the item named was removed by the system because of
  ///   other fingers, another face or a removed passcode.
  public func find(
    _ query: ItemQuery, withSecrets: Bool, access: ItemAccess
  ) async throws(KeychainError) -> [KeychainItem] {
    try await withTaskExecutorPreference(KeychainExecutor.shared) { () async throws(KeychainError) in
      try await store.find(query, withSecrets: withSecrets, access: access)
    }
  }

  /// Changes all items that match.
  ///
  /// - Parameters:
  ///   - query: Which items are meant.
  ///   - changes: What to change.
  ///   - access: What the caller brings along.
  /// - Returns: The number of items changed.
  /// - Throws: `KeychainError`. Where the items are protected differently they are changed one by one, and those
  ///   before the one that failed stay changed.
  public func update(
    _ query: ItemQuery, _ changes: ItemChanges, access: ItemAccess
  ) async throws(KeychainError) -> Int {
    try await withTaskExecutorPreference(KeychainExecutor.shared) { () async throws(KeychainError) in
      try await store.update(query, changes, access: access)
    }
  }

  /// Removes all items that match; nobody is asked.
  ///
  /// - Parameter query: Which items are meant.
  /// - Returns: The number of items removed.
  /// - Throws: `KeychainError`.
  public func remove(_ query: ItemQuery) async throws(KeychainError) -> Int {
    try await withTaskExecutorPreference(KeychainExecutor.shared) { () async throws(KeychainError) in
      try await store.remove(query)
    }
  }

  /// Always refuses: Apple's keychain has no transactions.
  ///
  /// - Parameter body: Is not called.
  /// - Returns: Nothing; it always throws.
  /// - Throws: `KeychainError.unsupported(_:)`.
  public func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (any KeychainTransaction) throws(KeychainError) -> Result
  ) async throws(KeychainError) -> Result {
    throw .unsupported(.transactions)
  }

  /// Always refuses: Apple's keychain tells nobody about changes.
  ///
  /// - Throws: `KeychainError.unsupported(_:)`.
  public func changes() throws(KeychainError) -> KeychainChanges { throw .unsupported(.changes) }
}
