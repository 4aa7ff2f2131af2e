/// What an access control asks for, in an order that a store can go through.
package struct AccessPlan: Sendable, Hashable {
  /// One of the things asked for.
  package enum Part: UInt8, Sendable, Hashable {
    /// A passphrase of the keychain.
    case passcode = 1
    /// A person who is there.
    case presence = 2
    /// Any enrolled finger or face.
    case anyBiometry = 3
    /// The fingers or the face that are enrolled now.
    case currentBiometry = 4
  }

  /// The things asked for, each once.
  package let parts: [Part]
  /// Whether all of them are needed; otherwise one is enough.
  package let needsAll: Bool
  /// Whether the item has a password of its own, which is needed in any case.
  package let hasPassword: Bool

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - control: The access control.
  ///   - hasPasscode: Whether the keychain has a passphrase, which proves presence better than an answer does.
  /// - Throws: ``KeychainError/invalidRequest(_:)`` for unknown constraints, and for "one" and "all" together.
  package init(_ control: AccessControl, hasPasscode: Bool) throws(KeychainError) {
    let constraints = control.constraints
    guard constraints.subtracting(.known).isEmpty, !constraints.isSuperset(of: [.or, .and]) else {
      throw .invalidRequest(.accessControl)
    }
    var parts: [Part] = []
    if constraints.contains(.devicePasscode) { parts.append(.passcode) }
    if constraints.contains(.userPresence) {
      let part: Part = hasPasscode ? .passcode : .presence
      if !parts.contains(part) { parts.append(part) }
    }
    if constraints.contains(.biometryAny) { parts.append(.anyBiometry) }
    if constraints.contains(.biometryCurrentSet) { parts.append(.currentBiometry) }
    self.parts = parts
    needsAll = !constraints.contains(.or)
    hasPassword = constraints.contains(.applicationPassword)
  }

  /// Whether nothing is asked for.
  package var isEmpty: Bool { parts.isEmpty && !hasPassword }
}
