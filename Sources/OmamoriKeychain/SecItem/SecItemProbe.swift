import OmamoriCore

/// An item without a secret that is added and removed at once, to learn what the system does not tell otherwise.
enum SecItemProbe {
  /// Whether the device is unlocked.
  static func lockState(_ session: some SecItemSession) -> KeychainLockState {
    switch add(.whenUnlockedThisDeviceOnly, session).outcome {
    case .done: return .unlocked
    case .interactionNotAllowed: break
    default: return .unavailable
    }
    switch add(.afterFirstUnlockThisDeviceOnly, session).outcome {
    case .done: return .locked
    case .interactionNotAllowed: return .beforeFirstUnlock
    default: return .unavailable
    }
  }

  /// The first access group of the program.
  ///
  /// - Throws: ``KeychainError``.
  static func defaultGroup(_ session: some SecItemSession) throws(KeychainError) -> String {
    let (outcome, group) = add(.afterFirstUnlockThisDeviceOnly, session)
    if let error = outcome.error(isUnlocked: false) { throw error }
    guard let group else { throw .corrupt(.item) }
    return group
  }

  private static func add(
    _ accessibility: ItemAccessibility, _ session: some SecItemSession
  ) -> (outcome: SecItemOutcome, group: String?) {
    guard let name = try? SecItemVersion.fresh().text else { return (.failed(.backend(code: 0)), nil) }
    let query = ItemQuery(.genericPassword, [.service: .text(SecItemMarker.service), .account: .text(name)])
    var item = SecItemDictionary.conditions(query)
    item[.accessible] = .accessible(accessibility)
    item[.returnAttributes] = .yes
    guard let reply = try? session.perform(.add(item)) else {
      return (.failed(.unavailable(.appleKeychain)), nil)
    }
    let outcome = SecItemOutcome(status: reply.status)
    // One that cannot be removed is without a secret and is never listed.
    if outcome == .done { _ = try? session.perform(.delete(.conditions(query))) }
    guard case .attribute(.text(let group))? = reply.items.first?[.accessGroup] else { return (outcome, nil) }
    return (outcome, group)
  }
}

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
