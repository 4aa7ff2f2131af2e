extension AccessControl.Constraints {
  /// The constraints that a person fulfils.
  package static let conditions: Self = [.userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode]
  /// All that have a meaning.
  package static let known: Self = [conditions, .or, .and, .privateKeyUsage, .applicationPassword]
}

extension AccessControl {
  /// Whether the item is a key that is used and never given out.
  package var isForUseOnly: Bool { constraints.contains(.privateKeyUsage) }

  /// Throws when the item's secret is asked for and is not to be given out.
  package func checkUse(_ access: ItemAccess) throws(KeychainError) {
    guard !isForUseOnly || access.isForKeyUse else { throw .denied }
  }

  /// Throws unless the access control makes sense for items of a class, and Apple's systems would make it.
  ///
  /// Source: `SecAccessControlCreateWithFlags` in Apple's Security project, `SecAccessControl.m`.
  package func check(for itemClass: ItemClass) throws(KeychainError) {
    guard constraints.subtracting(.known).isEmpty, !constraints.isSuperset(of: [.or, .and]) else {
      throw .invalidRequest(.accessControl)
    }
    // An operator needs something to operate on, and only a key can be used without being given out.
    if !constraints.isDisjoint(with: [.or, .and]), constraints.isDisjoint(with: .conditions) {
      throw .invalidRequest(.accessControl)
    }
    guard !constraints.isSuperset(of: [.biometryAny, .biometryCurrentSet]),
      !constraints.contains(.userPresence)
        || constraints.isSubset(of: [.userPresence, .applicationPassword, .privateKeyUsage])
    else { throw .invalidRequest(.accessControl) }
    guard !constraints.contains(.privateKeyUsage) || itemClass == .key else {
      throw .invalidRequest(.accessControl)
    }
  }
}
