public import OmamoriCore

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
  ) async throws(KeychainError) -> Item {
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
