/// What is refused before Apple's keychain is asked, with an error that says more than its `errSecParam`.
enum SecItemRules {
  /// Checks an item to be stored.
  ///
  /// - Throws: ``KeychainError``.
  static func check(_ item: NewItem, _ access: ItemAccess) throws(KeychainError) {
    guard item.itemClass != .identity else { throw .invalidRequest(.identity) }
    try check(item.attributes, of: item.itemClass, areSet: true)
    if item.isSynchronizable, item.accessibility.isThisDeviceOnly || item.accessControl != nil {
      throw .invalidRequest(.synchronizable)
    }
    if let accessControl = item.accessControl { try check(accessControl, access) }
  }

  /// Checks a query.
  ///
  /// - Throws: ``KeychainError``.
  static func check(_ query: ItemQuery) throws(KeychainError) {
    if case .count(let count) = query.limit, count < 1 { throw .invalidRequest(.limit) }
    if query.reference != nil {
      guard query.itemClass == nil, query.attributes.values.isEmpty, query.accessGroup == nil else {
        throw .invalidRequest(.referenceWithConditions)
      }
      return
    }
    guard let itemClass = query.itemClass else { throw .invalidRequest(.noClass) }
    try check(query.attributes, of: itemClass, areSet: false)
  }

  /// Checks changes of items of a class.
  ///
  /// - Throws: ``KeychainError``.
  static func check(
    _ changes: ItemChanges, of itemClass: ItemClass, _ access: ItemAccess
  ) throws(KeychainError) {
    guard !changes.isEmpty else { throw .invalidRequest(.nothingToChange) }
    guard itemClass != .identity else { throw .invalidRequest(.identity) }
    try check(changes.attributes, of: itemClass, areSet: true)
    if changes.isSynchronizable == true,
      changes.accessControl != nil || changes.accessibility?.isThisDeviceOnly == true
    {
      throw .invalidRequest(.synchronizable)
    }
    if let accessControl = changes.accessControl { try check(accessControl, access) }
  }

  private static func check(
    _ attributes: ItemAttributes, of itemClass: ItemClass, areSet: Bool
  ) throws(KeychainError) {
    for (attribute, value) in attributes.values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard itemClass.attributes.contains(attribute) else { throw .unknownAttribute(attribute) }
      guard value.kind == attribute.kind else { throw .invalidRequest(.valueKind) }
      if areSet, attribute.isSetByStore { throw .invalidRequest(.setByStore) }
      // Reserved for the version, which only the store may set or look for.
      if attribute == SecItemVersion.attribute { throw .invalidRequest(.setByStore) }
    }
    // Whoever could store or change a marker could hide the end of an item.
    if areSet, itemClass == .genericPassword, attributes.text(.service) == SecItemMarker.service {
      throw .invalidRequest(.setByStore)
    }
  }

  private static func check(_ control: AccessControl, _ access: ItemAccess) throws(KeychainError) {
    let (constraints, combinators) = (control.constraints, AccessControl.Constraints([.or, .and]))
    if constraints.isSuperset(of: combinators) { throw .invalidRequest(.accessControl) }
    if !constraints.isDisjoint(with: combinators), constraints.subtracting(combinators).isEmpty {
      throw .invalidRequest(.accessControl)
    }
    // Only keys that are made in the Secure Enclave are used without leaving it.
    if constraints.contains(.privateKeyUsage) { throw .unsupported(.accessControl) }
    if constraints.contains(.applicationPassword), access.applicationPassword == nil { throw .denied }
  }
}
