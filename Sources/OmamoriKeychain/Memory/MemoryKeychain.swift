public import OmamoriCore

/// A keychain that lives as long as the program, for tests and for secrets that are not to be kept.
///
/// It keeps all rules of the others: primary keys, matching, accessibility, access groups, transactions. Its lock state,
/// passcode and enrolment can be set, so that a program can be tested before the first unlocking and after a change of
/// fingers. Access controls are gates here: whoever can read the process's memory can read the secrets. A transaction
/// keeps all others waiting, so keep it short. Safe to use from any thread.
public final class MemoryKeychain: KeychainBackend {
  private let state: Protected<MemoryState>
  private let broadcast = ChangeBroadcast()
  private let groups: AccessGroups

  /// Makes an empty keychain, unlocked, with neither a passcode nor fingers.
  ///
  /// - Parameters:
  ///   - accessGroups: The groups that may be used.
  ///   - clock: Tells when items are stored.
  public init(accessGroups: AccessGroups = .every, clock: any WallClock = SystemWallClock()) {
    groups = accessGroups
    state = Protected(MemoryState(groups: accessGroups, clock: clock))
  }

  // MARK: - What a device does

  /// Locks or unlocks the keychain, as a device would.
  ///
  /// Not to be called within a transaction.
  ///
  /// - Parameter lockState: The state to be in.
  public func setLockState(_ lockState: KeychainLockState) { state.withLock { $0.lockState = lockState } }

  /// Sets the passcode; without one, items that need one to be set are gone for good.
  ///
  /// Not to be called within a transaction.
  ///
  /// - Parameter passcode: The passcode; `nil` for none.
  public func setPasscode(_ passcode: SharedSecretBytes?) {
    let changes = state.withLock { state in
      state.passcode = passcode
      if passcode == nil {
        for item in state.items.values where item.item.accessibility == .whenPasscodeSetThisDeviceOnly {
          state.remove(item)
        }
      }
      return state.takeChanges()
    }
    tell(changes)
  }

  /// Enrols other fingers or another face, so that items bound to the ones before are not valid any more.
  public func changeEnrolment() { state.withLock { $0.enrolment += 1 } }

  // MARK: - What every store does

  /// All that there is, but for surviving the process.
  public var capabilities: KeychainCapabilities {
    [.transactions, .changes, .accessControl, .accessibility, .certificatesAndKeys]
  }

  /// The access group of items that name none.
  public var defaultAccessGroup: String? { groups.default }

  /// The state that ``setLockState(_:)`` set.
  public func lockState() async -> KeychainLockState { state.withLock { $0.lockState } }

  /// Stores an item.
  public func put(
    _ item: NewItem, if condition: PutCondition, access: ItemAccess
  ) async throws(KeychainError) -> KeychainItem? {
    let proof = MemoryProof(passphrase: access.passphrase, password: access.applicationPassword)
    return try step { state throws(KeychainError) in try state.put(item, if: condition, proof) }
  }

  /// Finds items.
  public func find(
    _ query: ItemQuery, withSecrets: Bool, access: ItemAccess
  ) async throws(KeychainError) -> [KeychainItem] {
    var proof = MemoryProof()
    if withSecrets {
      let controls = try step { state throws(KeychainError) in try state.controls(query) }
      for control in controls { try control.checkUse(access) }
      proof = try await .given(for: controls, access)
    }
    let given = proof
    return try step { state throws(KeychainError) in
      try state.find(query, withSecrets: withSecrets, given)
    }
  }

  /// Changes all items that match.
  public func update(
    _ query: ItemQuery, _ changes: ItemChanges, access: ItemAccess
  ) async throws(KeychainError) -> Int {
    var proof = MemoryProof(passphrase: access.passphrase, password: access.applicationPassword)
    if changes.secret == nil, changes.accessControl != nil || changes.accessibility != nil {
      try ItemRules.checkForChange(query)
      var all = query
      all.limit = .all
      let asked = all
      proof = try await .given(
        for: try step { state throws(KeychainError) in try state.controls(asked) }, access)
    }
    let given = proof
    return try step { state throws(KeychainError) in try state.update(query, changes, given) }
  }

  /// Removes all items that match.
  public func remove(_ query: ItemQuery) async throws(KeychainError) -> Int {
    try step { state throws(KeychainError) in try state.remove(query) }
  }

  /// Does several things in one step, while all others wait.
  public func transaction<Outcome: Sendable>(
    _ body: @escaping @Sendable (any KeychainTransaction) throws(KeychainError) -> Outcome
  ) async throws(KeychainError) -> Outcome {
    try await OwnThread.run { () throws(KeychainError) -> Outcome in
      try self.step { state throws(KeychainError) -> Outcome in
        let transaction = MemoryTransaction(state)
        let outcome = try body(transaction)
        state = transaction.state
        return outcome
      }
    }
  }

  /// The changes from now on.
  public func changes() throws(KeychainError) -> KeychainChanges { broadcast.listen() }

  /// Does one thing as a whole or not at all, and tells what has changed in the order in which it changed.
  private func step<Outcome: Sendable>(
    _ body: (inout MemoryState) throws(KeychainError) -> Outcome
  ) throws(KeychainError) -> Outcome {
    try state.withLock { state throws(KeychainError) -> Outcome in
      let outcome = try body(&state)
      tell(state.takeChanges())
      return outcome
    }
  }

  private func tell(_ changes: [KeychainChange]) { for change in changes { broadcast.tell(change) } }
}

extension MemoryState {
  /// What happened since this was asked last.
  fileprivate mutating func takeChanges() -> [KeychainChange] {
    defer { changes = [] }
    return changes
  }
}

/// An item in memory.
struct MemoryItem: Sendable {
  /// What was stored, with its access group.
  var item: NewItem
  /// The access group.
  var group: String
  let reference: PersistentReference
  let created: Date
  var modified: Date
  var generation: UInt64
  /// The fingers or the face that the item is bound to.
  var enrolment: Int
  /// The password of the item's own.
  var password: SharedSecretBytes?

  var key: PrimaryKey {
    PrimaryKey(item.itemClass, item.attributes, group: group, isSynchronizable: item.isSynchronizable)
  }

  var version: ItemVersion {
    ItemVersion(data: Data((0..<8).map { UInt8(truncatingIfNeeded: generation >> (56 - 8 * UInt64($0))) }))
  }

  /// The attributes with the dates.
  var attributes: ItemAttributes {
    var attributes = item.attributes
    attributes[.creationDate] = .date(created)
    attributes[.modificationDate] = .date(modified)
    return attributes
  }

  /// The item as a search gives it.
  func found(withSecret: Bool) -> KeychainItem {
    var found = item
    found.attributes = attributes
    return KeychainItem(
      found, accessGroup: group, synchronization: item.isSynchronizable ? .notSynchronized : .local,
      protection: item.accessControl == nil ? .none : .gate, reference: reference, version: version,
      secret: withSecret ? item.secret : nil)
  }
}

/// What a person has proved for one operation.
struct MemoryProof: Sendable {
  /// Whether the authenticator admitted the person, and how it asked.
  var admitted: AuthenticationRequest.Policy?
  /// A passphrase of the keychain.
  var passphrase: SharedSecretBytes?
  /// The item's own password.
  var password: SharedSecretBytes?
  /// Whether a key is read to be used at once.
  var isForKeyUse = false

  /// Asks the person if any of the access controls needs it.
  ///
  /// - Parameters:
  ///   - controls: The access controls of all items that are meant.
  ///   - access: What the caller brought along.
  /// - Returns: What was proved.
  /// - Throws: ``KeychainError`` when the person was asked and not admitted.
  static func given(
    for controls: [AccessControl],
    _ access: ItemAccess
  ) async throws(KeychainError) -> MemoryProof {
    var proof = MemoryProof(
      passphrase: access.passphrase, password: access.applicationPassword, isForKeyUse: access.isForKeyUse)
    guard let authenticator = access.authenticator,
      let policy = policy(for: controls, hasPassphrase: access.passphrase != nil)
    else { return proof }
    switch await authenticator.authenticate(AuthenticationRequest(reason: access.reason, policy: policy)) {
    case .success: proof.admitted = policy
    case .cancelled, .systemCancelled: throw .cancelled
    case .lockout: throw .lockedOut(seconds: nil)
    case .invalidated: throw .invalidated
    case .failed, .fallback, .notEnrolled, .notAvailable, .passcodeNotSet: throw .denied
    }
    return proof
  }

  /// How the authenticator has to ask; `nil` when it need not.
  private static func policy(
    for controls: [AccessControl],
    hasPassphrase: Bool
  ) -> AuthenticationRequest.Policy? {
    var policy: AuthenticationRequest.Policy?
    for constraints in controls.map(\.constraints) {
      let conditions = constraints.intersection(.conditions)
      let passphraseIsEnough =
        constraints.contains(.or)
        ? !conditions.isDisjoint(with: [.userPresence, .devicePasscode])
        : conditions.isSubset(of: [.userPresence, .devicePasscode])
      if conditions.isEmpty || (hasPassphrase && passphraseIsEnough) { continue }
      let needsBiometry = !conditions.isDisjoint(with: [.biometryAny, .biometryCurrentSet])
      if needsBiometry { return .biometrics }
      if conditions.contains(.userPresence) { policy = .biometricsOrPasscode }
    }
    return policy
  }
}

/// A step on a copy of a keychain in memory.
final class MemoryTransaction: KeychainTransaction {
  private(set) var state: MemoryState

  init(_ state: MemoryState) { self.state = state }

  func put(_ item: NewItem, if condition: PutCondition) throws(KeychainError) -> KeychainItem? {
    try state.put(item, if: condition, MemoryProof())
  }

  func find(_ query: ItemQuery, withSecrets: Bool) throws(KeychainError) -> [KeychainItem] {
    try state.find(query, withSecrets: withSecrets, MemoryProof())
  }

  func update(_ query: ItemQuery, _ changes: ItemChanges) throws(KeychainError) -> Int {
    try state.update(query, changes, MemoryProof())
  }

  func remove(_ query: ItemQuery) throws(KeychainError) -> Int { try state.remove(query) }
}
