public import OmamoriCore

/// The secrets of one service, by typed keys, in any store.
///
/// ```swift
/// extension Keychain.Key where Value == String {
///   static let refreshToken = Self("refresh-token", accessibility: .afterFirstUnlock)
/// }
/// try await keychain.set("…", for: .refreshToken)
/// let token = try await keychain.value(for: .refreshToken)  // nil: there is none. Everything else throws.
/// ```
///
/// A key is a generic password whose account is the key's name. "There is none" is the only thing that `nil`, `false`
/// and empty arrays say: a locked store, a refusal, a cancelled request, an invalidated or a damaged item are thrown as
/// ``KeychainError``. Nothing is ever removed to be added again. Safe to use from any thread.
public struct Keychain: Sendable {
  /// The service that all keys belong to.
  public let service: String
  /// The access group of all keys; `nil` for the store's default one.
  public let accessGroup: String?
  /// The store.
  public let backend: any KeychainBackend

  /// Opens the secrets of a service.
  ///
  /// - Parameters:
  ///   - service: The service's name, such as the reversed domain name of the program; not empty.
  ///   - accessGroup: The access group, to share with other programs; `nil` for the store's default one.
  ///   - backend: The store.
  public init(service: String, accessGroup: String? = nil, backend: any KeychainBackend) {
    (self.service, self.backend) = (service, backend)
    self.accessGroup = accessGroup ?? backend.defaultAccessGroup
  }

  // MARK: - One key

  /// Stores a value, in place of the one that was there.
  ///
  /// The accessibility, the access control, the label and the comment are those of the key afterwards, whatever they were.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  ///   - access: What the caller brings along when the key has an access control.
  /// - Returns: The item as stored, without its secret. Its ``KeychainItem/synchronization`` says what becomes of a
  ///   synchronizable key: a store that synchronizes nothing says `notSynchronized`.
  /// - Throws: ``KeychainError``; the old value is intact then.
  @discardableResult
  public func set<Value>(
    _ value: Value, for key: Key<Value>, access: ItemAccess = .none
  ) async throws(KeychainError) -> KeychainItem {
    guard let item = try await backend.put(try place.item(value, key), if: .always, access: access) else {
      throw .contended
    }
    // The same name must not live twice, as a local item and as a synchronizable one.
    let twin = place.query(key.name, isSynchronizable: !key.isSynchronizable)
    if try await !backend.find(twin).isEmpty { _ = try await backend.remove(twin) }
    return item
  }

  /// The value of a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - access: What the caller brings along when the item has an access control.
  /// - Returns: The value; `nil` only when there is none.
  /// - Throws: ``KeychainError``; ``KeychainError/wrongType`` when something else is stored there.
  public func value<Value>(
    for key: Key<Value>, access: ItemAccess = .none
  ) async throws(KeychainError) -> Value? {
    guard let item = try await item(for: key, access) else { return nil }
    return try key.value(of: item)
  }

  /// The bytes of a key's value, in locked memory.
  ///
  /// - Parameters:
  ///   - key: The key, of any type.
  ///   - access: What the caller brings along when the item has an access control.
  /// - Returns: A copy of the bytes; `nil` only when there is none.
  /// - Throws: ``KeychainError``.
  public func secret<Value>(
    for key: Key<Value>, access: ItemAccess = .none
  ) async throws(KeychainError) -> SecretBytes? {
    guard let item = try await item(for: key, access) else { return nil }
    return item.secret?.copy() ?? SecretBytes(copying: [])
  }

  /// Says whether there is a value, without reading it and without asking anybody.
  ///
  /// - Parameter key: The key.
  /// - Returns: Whether there is one, usable now or not: an item that is locked or asks for a proof is there.
  /// - Throws: ``KeychainError``, when that cannot be known: ``KeychainError/locked`` before the first unlocking.
  public func exists<Value>(_ key: Key<Value>) async throws(KeychainError) -> Bool {
    // Before the first unlocking a store cannot tell a locked item from none.
    if await backend.lockState() == .beforeFirstUnlock { throw .locked }
    do throws(KeychainError) {
      return try await !backend.find(place.query(key.name)).isEmpty
    } catch .locked {
      guard await backend.lockState() != .beforeFirstUnlock else { throw .locked }
      return true
    }
  }

  /// Removes a key's value.
  ///
  /// When a ``KeychainMigration`` that was not committed wrote it, what the migration keeps goes too, in the same step.
  ///
  /// - Parameter key: The key.
  /// - Returns: Whether there was one.
  /// - Throws: ``KeychainError``.
  @discardableResult
  public func remove<Value>(_ key: Key<Value>) async throws(KeychainError) -> Bool {
    try await remove(place.query(key.name), isWholeService: false) > 0
  }

  /// Gives a key another name, in one step; its persistent reference and everything else stay.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - name: The new name.
  /// - Returns: Whether there was something to rename.
  /// - Throws: ``KeychainError``; ``KeychainError/duplicate`` when the name is taken.
  @discardableResult
  public func rename<Value>(_ key: Key<Value>, to name: String) async throws(KeychainError) -> Bool {
    if backend.capabilities.contains(.transactions) {
      return try await transaction { step throws(KeychainError) in try step.rename(key, to: name) }
    }
    guard !name.isEmpty else { throw .invalidRequest(.emptyName) }
    if !name.hasSameBytes(as: key.name), try await !backend.find(place.query(name)).isEmpty {
      // Also a local item and a synchronizable one must not share a name.
      guard try await !backend.find(place.query(key.name)).isEmpty else { return false }
      throw .duplicate
    }
    let changes = ItemChanges(attributes: [.account: .text(name)])
    return try await backend.update(place.query(key.name), changes, access: .none) > 0
  }

  // MARK: - Parts

  package var place: KeychainPlacement { KeychainPlacement(service: service, accessGroup: accessGroup) }

  /// The item of a key with its secret: the one that the key would store, or else its twin.
  package func item<Value>(for key: Key<Value>, _ access: ItemAccess) async throws(KeychainError)
    -> KeychainItem?
  {
    for isSynchronizable in [key.isSynchronizable, !key.isSynchronizable] {
      let query = place.query(key.name, isSynchronizable: isSynchronizable)
      if let item = try await backend.find(query, withSecrets: true, access: access).first { return item }
    }
    return nil
  }
}

// Internet passwords belong to a server, not to a service, so they are shared by all services of the group.

extension Keychain {
  /// Stores the password of an account on a server, in place of the one that was there.
  ///
  /// - Parameters:
  ///   - secret: The password.
  ///   - place: Whose password it is.
  ///   - accessibility: When it can be used.
  ///   - label: The name shown to people.
  /// - Returns: The item as stored, without its secret.
  /// - Throws: ``KeychainError``; the old password is intact then.
  @discardableResult
  public func setPassword(
    _ secret: SharedSecretBytes, for place: InternetPassword,
    accessibility: ItemAccessibility = .whenUnlocked, label: String? = nil
  ) async throws(KeychainError) -> KeychainItem {
    guard !place.server.isEmpty else { throw .invalidRequest(.emptyName) }
    var attributes = place.attributes
    if let label { attributes[.label] = .text(label) }
    let item = NewItem(
      .internetPassword, attributes, secret: secret, accessGroup: accessGroup, accessibility: accessibility)
    guard let stored = try await backend.put(item, if: .always, access: .none) else { throw .contended }
    return stored
  }

  /// The password of an account on a server; `nil` only when there is none.
  ///
  /// - Parameters:
  ///   - place: Whose password is meant.
  ///   - access: What the caller brings along when the item has an access control.
  /// - Returns: The password.
  /// - Throws: ``KeychainError``.
  public func password(
    for place: InternetPassword, access: ItemAccess = .none
  ) async throws(KeychainError) -> SharedSecretBytes? {
    let query = ItemQuery(
      .internetPassword, place.attributes, accessGroup: accessGroup, synchronizable: .any)
    guard let item = try await backend.find(query, withSecrets: true, access: access).first else {
      return nil
    }
    return item.secret ?? SharedSecretBytes(SecretBytes(copying: []))
  }

  /// Removes the password of an account on a server.
  ///
  /// - Parameter place: Whose password is meant.
  /// - Returns: Whether there was one.
  /// - Throws: ``KeychainError``.
  @discardableResult
  public func removePassword(for place: InternetPassword) async throws(KeychainError) -> Bool {
    let query = ItemQuery(
      .internetPassword, place.attributes, accessGroup: accessGroup, synchronizable: .any, limit: .all)
    return try await remove(query, isWholeService: false) > 0
  }

  /// The accounts that have a password on a server.
  ///
  /// - Parameter server: The server.
  /// - Returns: Whose passwords there are, sorted by account.
  /// - Throws: ``KeychainError``.
  public func passwords(on server: String) async throws(KeychainError) -> [InternetPassword] {
    let query = ItemQuery(
      .internetPassword, [.server: .text(server)], accessGroup: accessGroup, synchronizable: .any,
      limit: .all)
    return try await backend.find(query).map { InternetPassword($0.attributes) }
      .sorted { $0.account < $1.account }
  }
}

extension Keychain {
  /// The items of the service and the group, with their attributes and without their secrets; nobody is asked.
  ///
  /// - Returns: The items, synchronizable ones too, in no order.
  /// - Throws: ``KeychainError``; ``KeychainError/locked`` when any of them is locked.
  public func items() async throws(KeychainError) -> [KeychainItem] { try await backend.find(place.all) }

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

extension Keychain {
  /// What can be done with the keys of a service within one step.
  ///
  /// Valid during the closure that received it, on its thread.
  public struct Transaction {
    package let place: KeychainPlacement
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
    public func set<Value>(_ value: Value, for key: Key<Value>) throws(KeychainError) -> KeychainItem {
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
    public func items() throws(KeychainError) -> [KeychainItem] {
      try step.find(place.all, withSecrets: false)
    }
  }
}
