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
  func put(_ item: NewItem, if condition: PutCondition) throws(KeychainError) -> Item?

  /// Finds items; see ``KeychainBackend/find(_:withSecrets:access:)``.
  ///
  /// - Parameters:
  ///   - query: Which items are meant.
  ///   - withSecrets: Whether to read the secrets.
  /// - Returns: The items.
  /// - Throws: ``KeychainError``.
  func find(_ query: ItemQuery, withSecrets: Bool) throws(KeychainError) -> [Item]

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
