/// What an access control asks for, in an order that a store can go through.
///
/// A value; safe to share between threads.
struct AccessPlan: Sendable, Hashable {
  /// One of the things asked for.
  enum Part: UInt8, Sendable, Hashable {
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
  let parts: [Part]
  /// Whether all of them are needed; otherwise one is enough.
  let needsAll: Bool
  /// Whether the item has a password of its own, which is needed in any case.
  let hasPassword: Bool

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - control: The access control.
  ///   - hasPasscode: Whether the keychain has a passphrase, which proves presence better than an answer does.
  /// - Throws: ``KeychainError/invalidRequest(_:)`` for several things without a word on how they go together, or with
  ///   both words; ``KeychainError/unsupported(_:)`` for unknown constraints.
  init(_ control: AccessControl, hasPasscode: Bool) throws(KeychainError) {
    let constraints = control.constraints
    guard constraints.subtracting(Self.known).isEmpty else { throw .unsupported(.accessControl) }
    var parts: [Part] = []
    if constraints.contains(.devicePasscode) { parts.append(.passcode) }
    if constraints.contains(.userPresence) {
      let part: Part = hasPasscode ? .passcode : .presence
      if !parts.contains(part) { parts.append(part) }
    }
    if constraints.contains(.biometryAny) { parts.append(.anyBiometry) }
    if constraints.contains(.biometryCurrentSet) { parts.append(.currentBiometry) }
    let words = constraints.intersection([.or, .and])
    let count = constraints.intersection(Self.asking).rawValue.nonzeroBitCount
    guard words != [.or, .and], count < 2 || !words.isEmpty else { throw .invalidRequest(.accessControl) }
    self.parts = parts
    needsAll = words == [.and]
    hasPassword = constraints.contains(.applicationPassword)
  }

  /// Whether nothing is asked for.
  var isEmpty: Bool { parts.isEmpty && !hasPassword }

  /// What the plan is worth: a gate as soon as an answer alone opens the item.
  var protection: ItemProtection {
    if isEmpty { return .none }
    if hasPassword { return .keyBound }
    let hasKey = parts.contains(.passcode)
    let hasGate = parts.contains { $0 != .passcode }
    return needsAll ? (hasKey ? .keyBound : .gate) : (hasGate ? .gate : .keyBound)
  }

  private static let asking: AccessControl.Constraints = [
    .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode,
  ]
  private static let known = asking.union([.or, .and, .privateKeyUsage, .applicationPassword])
}
