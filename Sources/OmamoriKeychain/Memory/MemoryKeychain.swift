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
  ) async throws(KeychainError) -> Item? {
    let proof = MemoryProof(passphrase: access.passphrase, password: access.applicationPassword)
    return try step { state throws(KeychainError) in try state.put(item, if: condition, proof) }
  }

  /// Finds items.
  public func find(
    _ query: ItemQuery, withSecrets: Bool, access: ItemAccess
  ) async throws(KeychainError) -> [Item] {
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
