import OmamoriCore
public import OmamoriKeychain

extension KeychainFile {
  /// How much is locked.
  public enum LockExtent: Sendable, Hashable, CaseIterable {
    /// What is usable only while the keychain is unlocked, as when a screen is locked.
    case screen
    /// Everything, as before the first unlocking.
    case everything
  }

  /// Unlocks the keychain and verifies that its items are as they were left.
  ///
  /// - Parameters:
  ///   - credential: What opens one of the slots.
  ///   - isMissingRecordAccepted: Whether the anchors may have lost what they remembered of the keychain, or may be out of
  ///     reach, as when a witness was moved or its disk is not mounted. Someone who puts back an old file and removes the
  ///     witness looks the same, so ask a person first.
  /// - Throws: `KeychainError.wrongCredential`, `KeychainError.lockedOut(seconds:)`, `KeychainError.slot(_:)`,
  ///   `KeychainError.unavailable(_:)`, `KeychainError.corrupt(_:)` with `.witness` also when the anchors have lost
  ///   what they remembered, `KeychainError.file(_:code:)` and `KeychainError.insecurePermissions(_:)` with `.witness`
  ///   when an anchor remembered the keychain once and cannot be read now,
  ///   `KeychainError.rolledBack(expected:found:)`; the keychain stays locked then.
  public func unlock(
    with credential: SlotCredential, acceptingMissingRecord isMissingRecordAccepted: Bool = false
  ) async throws(KeychainError) {
    try await OwnThread.run { () throws(KeychainError) in
      let (device, services) = (try DeviceKey(folder: self.folder), self.services.current)
      let keybag = try OpenKeybag(
        opening: try self.sealedKeybag(), with: credential, device: device, services: services)
      do throws(KeychainError) {
        try self.admit(keybag, acceptingMissingRecord: isMissingRecordAccepted)
      } catch .locked {
        // Others changed the slots between the two looks at the file.
        try self.admit(
          try keybag.following(try self.sealedKeybag(), device: device),
          acceptingMissingRecord: isMissingRecordAccepted)
      }
    }
  }

  /// Locks the keychain; operations that have begun end with the keys that they have.
  ///
  /// - Parameter extent: How much is locked.
  public func lock(_ extent: LockExtent = .screen) async {
    let newest = newestState
    lockNow(extent)
    _ = try? await OwnThread.run { () throws(KeychainError) in
      self.store.dropOldKeys()
      if let (store, state) = newest { self.raise(to: state, of: store) }
    }
  }

  /// What the anchors said about the age of the file; ``RollbackProtection/unavailable`` while there are none, and
  /// ``RollbackProtection/unrecorded`` after an older file was found in its place.
  public var rollbackProtection: RollbackProtection { session.current.protection }

  /// Whether the newest state is not recorded although the file has an anchor that does not forget by itself: that could not
  /// record it, or is not among the options.
  public var hasUnrecordedState: Bool {
    session.current.hasUnrecordedState || isAnchored && !options.anchors.contains(where: \.isLasting)
  }

  /// Whether the file says that an anchor remembers it; `false` before it is unlocked first.
  public var isAnchored: Bool { store.isAnchored }

  /// Puts keys into force, verifies the items and asks the anchors.
  func admit(_ keybag: OpenKeybag, acceptingMissingRecord: Bool = false) throws(KeychainError) {
    let (ring, lockCount) = (keybag.ring(.unlocked), session.current.locks.count)
    do throws(KeychainError) {
      guard let integrity = ring.integrity else { throw .locked }
      let anchored = AnchoredStore(store.id, integrity: integrity)
      // What the anchors know now is in the file already, also when others go on writing until the file is read.
      var recall = try options.anchors.recall(of: anchored)
      try store.use(ring, keybagGeneration: keybag.keybag.generation)
      guard let root = store.verified else { throw .locked }
      // The first record may have been made between the two looks, and the file says that there is one.
      if root.isAnchored, recall.states.isEmpty { recall = try options.anchors.recall(of: anchored) }
      let protection = try recall.protection(
        at: AnchoredState(root), isAnchored: root.isAnchored && !acceptingMissingRecord,
        acceptingGap: acceptingMissingRecord)
      let isOpen = session.withLock { session in
        (session.protection, session.recorded) = (protection, recall.states)
        return session.begin(keybag, since: lockCount)
      }
      guard isOpen else { throw .locked }
    } catch {
      if case .rolledBack = error { noteOlderFile() }
      lockNow(.everything)
      throw error
    }
    if let (store, state) = newestState { raise(to: state, of: store) }
    store.location.keepReserve()
    waitForIdleness()
  }

  /// Tells the anchors of the newest state that record every change, and others before the state that they know lies too far
  /// back to be compared; what they cannot record now they record with the next change.
  func raiseAnchors() {
    guard let (store, state) = newestState else { return }
    let recorded = session.current.recorded
    raise(to: state, of: store) { place, anchor in
      let distance = state.epoch - min(recorded[place]?.epoch ?? state.epoch, state.epoch)
      return anchor.recordsEveryChange || distance >= UInt64(AnchoredState.historyCount / 2)
    }
  }

  /// What anchors are told; `nil` when there are none, or the keychain is locked completely.
  var newestState: (AnchoredStore, AnchoredState)? {
    guard !options.anchors.isEmpty, let integrity = store.ring?.integrity, let root = store.verified
    else { return nil }
    return (AnchoredStore(store.id, integrity: integrity), AnchoredState(root))
  }

  /// Tells anchors of a state.
  func raise(
    to state: AnchoredState, of store: AnchoredStore,
    where isDue: (Int, any RollbackAnchor) -> Bool = { _, _ in true }
  ) {
    let known = session.current.recorded
    var (lasting, lost, recorded) = (0, 0, [Int: AnchoredState]())
    for (place, anchor) in options.anchors.enumerated() where isDue(place, anchor) {
      if anchor.isLasting { lasting += 1 }
      do throws(KeychainError) {
        try anchor.record(state, of: store, after: known[place])
        recorded[place] = AnchoredState(epoch: state.epoch, digest: state.digest)
      } catch {
        if anchor.isLasting { lost += 1 }
        if case .rolledBack = error { noteOlderFile() }
      }
    }
    let isNews = session.withLock { session in
      session.recorded.merge(recorded) { $0.epoch > $1.epoch ? $0 : $1 }
      guard lasting > 0 else { return false }
      defer { session.hasUnrecordedState = lost > 0 }
      return lost > 0 && !session.hasUnrecordedState
    }
    if isNews { options.onUnrecordedState?() }
    if !recorded.isEmpty { noteAnchor(store) }
  }

  /// Writes into the file, once, that an anchor remembers it, so that an anchor that forgets is noticed.
  private func noteAnchor(_ anchored: AnchoredStore) {
    guard store.ring != nil, !store.isAnchored else { return }
    let lasting = options.anchors.filter(\.isLasting)
    guard let recall = try? lasting.recall(of: anchored), !recall.states.isEmpty else { return }
    // A file that cannot be written to now says so after the next change.
    try? store.noteAnchor()
  }

  /// Takes over the keys of a keybag that was changed; when the keychain was locked since, takes them away again.
  ///
  /// - Returns: Whether the keychain is open.
  func follow(_ keybag: OpenKeybag, since lockCount: UInt64) -> Bool {
    let extent: LockExtent? = session.withLock { session in
      session.begin(keybag, since: lockCount) ? nil : session.locks.extent
    }
    guard let extent else { return true }
    store.lock(extent == .screen ? keybag.ring(.locked) : nil, isComplete: extent == .everything)
    return false
  }

  /// Runs `body`; when others changed the keys meanwhile, takes over the new ones and runs it once more.
  func withKeys<Outcome>(_ body: () throws(KeychainError) -> Outcome) throws(KeychainError) -> Outcome {
    if options.idleTimeout != nil {
      lockWhenIdle()
      session.withLock { $0.touch() }
    }
    do throws(KeychainError) {
      return try body()
    } catch .rolledBack(let expected, let found) {
      noteOlderFile()
      throw .rolledBack(expected: expected, found: found)
    } catch .locked {
      let session = session.current
      guard let keybag = session.keybag else { throw .locked }
      let header = try store.header()
      guard header.keybagGeneration != keybag.keybag.generation else { throw .locked }
      let next = try keybag.following(try header.sealed(store.id), device: try DeviceKey(folder: folder))
      try store.use(next.ring(.unlocked), keybagGeneration: next.keybag.generation)
      guard follow(next, since: session.locks.count) else { throw .locked }
      return try body()
    }
  }

  /// Notes that what the anchors confirmed before is not true of the file that was found.
  private func noteOlderFile() {
    session.withLock { if $0.protection != .unavailable { $0.protection = .unrecorded } }
  }

  /// The slots and the keybag as they stand in the file.
  func sealedKeybag() throws(KeychainError) -> SealedKeybag { try store.header().sealed(store.id) }

  // MARK: - Idle time

  /// Locks when the keychain was not used for longer than it may.
  func lockWhenIdle() {
    guard let timeout = options.idleTimeout else { return }
    let session = session.current
    if session.keybag != nil, .now - session.lastUse >= timeout { lockNow(.screen) }
  }

  private func waitForIdleness() {
    guard let timeout = options.idleTimeout else { return }
    let task = Task.detached { [weak self] in
      while let last = self?.session.current.lastUse, !Task.isCancelled {
        try? await Task.sleep(until: last + timeout, clock: .continuous)
        guard let self, !Task.isCancelled else { return }
        self.lockWhenIdle()
        if self.session.current.keybag == nil {
          _ = try? await OwnThread.run { () throws(KeychainError) in self.store.dropOldKeys() }
          return
        }
      }
    }
    session.withLock { $0.wait(task) }
  }

  private func lockNow(_ extent: LockExtent) {
    let keybag = session.withLock { session in
      defer { session.end(extent) }
      return session.keybag
    }
    store.lock(extent == .screen ? keybag?.ring(.locked) : nil, isComplete: extent == .everything)
  }
}
