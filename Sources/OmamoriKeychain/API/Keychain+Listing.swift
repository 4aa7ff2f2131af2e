import OmamoriCore

extension Keychain {
  /// The items of the service and the group, with their attributes and without their secrets; nobody is asked.
  ///
  /// - Returns: The items, synchronizable ones too, in no order.
  /// - Throws: ``KeychainError``; ``KeychainError/locked`` when any of them is locked.
  public func items() async throws(KeychainError) -> [Item] { try await backend.find(place.all) }

  /// The names of the keys that have a value.
  ///
  /// - Returns: The names, each once, sorted.
  /// - Throws: ``KeychainError``; ``KeychainError/locked`` when any of them is locked.
  public func keys() async throws(KeychainError) -> [String] {
    Set(try await items().map { $0.attributes.text(.account) ?? "" }).sorted()
  }

  /// Removes all items of the service and the group, synchronizable ones too, and nothing else.
  ///
  /// What a ``KeychainMigration`` that was not committed keeps of them goes too, in the same step.
  ///
  /// - Returns: The number of items removed.
  /// - Throws: ``KeychainError``; nothing was removed then.
  @discardableResult
  public func removeAll() async throws(KeychainError) -> Int {
    try await remove(place.all, isWholeService: true)
  }
}
