/// What Apple's keychain needs beyond ``ItemRules``.
///
/// All of it is refused before the keychain is asked, with an error that says more than its `errSecParam`.
enum SecItemRules {
  /// Checks an item to be stored.
  ///
  /// - Throws: ``KeychainError``.
  static func check(_ item: NewItem, _ access: ItemAccess) throws(KeychainError) {
    try ItemRules.check(item)
    try checkOwn(item.attributes, of: item.itemClass)
    try check(item.accessControl, access)
  }

  /// Checks a query.
  ///
  /// - Throws: ``KeychainError``.
  static func check(_ query: ItemQuery) throws(KeychainError) {
    try ItemRules.check(query)
    guard query.attributes[SecItemVersion.attribute] == nil else { throw .invalidRequest(.setByStore) }
  }

  /// Checks changes, as far as that can be done before the items are known.
  ///
  /// - Throws: ``KeychainError``.
  static func check(_ changes: ItemChanges, _ access: ItemAccess) throws(KeychainError) {
    try ItemRules.check(changes)
    try checkOwn(changes.attributes, of: .genericPassword)
    try check(changes.accessControl, access)
  }

  /// Refuses what only the store itself may set: the version, and the items beside protected ones.
  private static func checkOwn(_ attributes: ItemAttributes, of itemClass: ItemClass) throws(KeychainError) {
    let isMarker = itemClass == .genericPassword && attributes.text(.service) == SecItemMarker.service
    guard attributes[SecItemVersion.attribute] == nil, !isMarker else { throw .invalidRequest(.setByStore) }
  }

  private static func check(_ control: AccessControl?, _ access: ItemAccess) throws(KeychainError) {
    guard let constraints = control?.constraints else { return }
    // Only keys that are made in the Secure Enclave are used without leaving it.
    if constraints.contains(.privateKeyUsage) { throw .unsupported(.accessControl) }
    if constraints.contains(.applicationPassword), access.applicationPassword == nil { throw .denied }
  }
}
