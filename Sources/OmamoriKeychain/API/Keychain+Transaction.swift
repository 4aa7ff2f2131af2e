import OmamoriCore

extension Keychain {
  /// What can be done with the keys of a service within one step.
  ///
  /// Valid during the closure that received it, on its thread.
  public struct Transaction {
    let place: KeychainPlacement
    /// The step of the store, for items that are not keys of the service.
    public let step: any KeychainTransaction

    /// Stores a value; see ``Keychain/set(_:for:access:)``.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    /// - Returns: The item as stored, without its secret.
    /// - Throws: ``KeychainError``.
    @discardableResult
    public func set<Value>(_ value: Value, for key: Key<Value>) throws(KeychainError) -> Item {
      guard let item = try step.put(try place.item(value, key), if: .always) else { throw .contended }
      _ = try step.remove(place.query(key.name, isSynchronizable: !key.isSynchronizable))
      return item
    }

    /// The value of a key; `nil` only when there is none.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value.
    /// - Throws: ``KeychainError``.
    public func value<Value>(for key: Key<Value>) throws(KeychainError) -> Value? {
      for isSynchronizable in [key.isSynchronizable, !key.isSynchronizable] {
        let query = place.query(key.name, isSynchronizable: isSynchronizable)
        if let item = try step.find(query, withSecrets: true).first { return try key.value(of: item) }
      }
      return nil
    }

    /// Says whether there is a value that is not locked.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether there is one.
    /// - Throws: ``KeychainError``.
    public func exists<Value>(_ key: Key<Value>) throws(KeychainError) -> Bool {
      try !step.find(place.query(key.name), withSecrets: false).isEmpty
    }

    /// Removes a key's value.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether there was one.
    /// - Throws: ``KeychainError``.
    @discardableResult
    public func remove<Value>(_ key: Key<Value>) throws(KeychainError) -> Bool {
      try step.remove(place.query(key.name)) > 0
    }

    /// Gives a key another name; see ``Keychain/rename(_:to:)``.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - name: The new name.
    /// - Returns: Whether there was something to rename.
    /// - Throws: ``KeychainError``.
    @discardableResult
    public func rename<Value>(_ key: Key<Value>, to name: String) throws(KeychainError) -> Bool {
      guard !name.isEmpty else { throw .invalidRequest(.emptyName) }
      if !name.hasSameBytes(as: key.name), try !step.find(place.query(name), withSecrets: false).isEmpty {
        // Also a local item and a synchronizable one must not share a name.
        guard try !step.find(place.query(key.name), withSecrets: false).isEmpty else { return false }
        throw .duplicate
      }
      return try step.update(place.query(key.name), ItemChanges(attributes: [.account: .text(name)])) > 0
    }

    /// The items of the service and the group, without their secrets.
    ///
    /// - Returns: The items, synchronizable ones too.
    /// - Throws: ``KeychainError``.
    public func items() throws(KeychainError) -> [Item] { try step.find(place.all, withSecrets: false) }
  }
}
