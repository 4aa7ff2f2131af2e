#if !canImport(Darwin)

/// A keychain file on the calling thread, to measure it without what waiting on another thread takes.
///
/// Every call blocks until it is done. Items with an access control cannot be used. Safe to use from any thread.
@_spi(Testing)
public struct SynchronousKeychain: Sendable {
  private let file: KeychainFile

  /// Takes a keychain that is open.
  public init(_ file: KeychainFile) { self.file = file }

  /// Stores an item; see ``KeychainBackend/put(_:if:access:)``.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - condition: What must hold of the item with the same primary key.
  /// - Returns: The item as stored, without its secret; `nil` when the condition did not hold.
  /// - Throws: ``KeychainError``.
  @discardableResult
  public func put(_ item: NewItem, if condition: PutCondition = .always) throws(KeychainError) -> Item? {
    try file.store.change(file.options.accessGroups) { transaction throws(KeychainError) in
      try transaction.put(item, if: condition)
    }
  }

  /// Finds items; see ``KeychainBackend/find(_:withSecrets:access:)``.
  ///
  /// - Parameters:
  ///   - query: Which items are meant.
  ///   - withSecrets: Whether to read the secrets.
  /// - Returns: The items.
  /// - Throws: ``KeychainError``.
  public func find(_ query: ItemQuery, withSecrets: Bool) throws(KeychainError) -> [Item] {
    try file.read(query, withSecrets ? .secret : .metadata).map { row throws(KeychainError) in
      try row.unguardedItem()
    }
  }
}
#endif
