import OmamoriCore
public import OmamoriCrypto
public import OmamoriKeychain

extension KeychainFile {
  /// The slots, in the order in which they were added; needs no unlocking.
  ///
  /// - Returns: The slots.
  /// - Throws: `KeychainError.corrupt(_:)`; whether the slots are authentic shows itself when one is used.
  public func slots() async throws(KeychainError) -> [KeychainSlot] {
    try await OwnThread.run { () throws(KeychainError) in
      try self.sealedKeybag().slots.map(\.slot)
    }
  }

  /// Adds a slot; the keychain has to be unlocked.
  ///
  /// - Parameters:
  ///   - slot: What to add.
  ///   - proof: A passphrase of the keychain; needed for a further passphrase.
  /// - Returns: The slot.
  /// - Throws: `KeychainError.locked`, `KeychainError.denied` without the proof that is needed,
  ///   `KeychainError.wrongCredential`, `KeychainError.slot(_:)`, and what the slot needs.
  @discardableResult
  public func addSlot(_ slot: NewSlot, proof: Password? = nil) async throws(KeychainError) -> KeychainSlot {
    // Others must not wait while a passphrase is calculated or a service asks the person.
    let prepared = try await OwnThread.run { () throws(KeychainError) in
      try self.withKeys { () throws(KeychainError) in
        try self.newestKeybag().prepare(slot, proof: proof, services: self.services.current)
      }
    }
    return try await changeKeybag { keybag, device, _ throws(KeychainError) in
      (try keybag.add(prepared, device: device, now: self.options.clock.date), [], [])
    }
  }

  /// Removes a slot and renews the key that all slots lead to.
  ///
  /// - Parameters:
  ///   - id: Which one.
  ///   - isLossAccepted: Whether the last passphrase may go, and with it all items that need one, for good.
  /// - Throws: `KeychainError.locked`, `KeychainError.slot(_:)`.
  public func removeSlot(_ id: SlotID, acceptingLoss isLossAccepted: Bool = false) async throws(KeychainError)
  {
    let record = try await changeKeybag { keybag, _, _ throws(KeychainError) in
      let record = keybag.slots.first { $0.id == id }
      let lost = try keybag.remove(id, acceptingLoss: isLossAccepted)
      return (record, lost, [])
    }
    let services = services.current
    guard let record else { return }
    // What is left elsewhere opens nothing any more, so that it cannot be reached is no failure of the removal.
    _ = try? await OwnThread.run { () throws(KeychainError) in try services.discard(record) }
  }

  /// Gives a slot another name.
  ///
  /// - Throws: `KeychainError.locked`, `KeychainError.slot(_:)`, `KeychainError.invalidRequest(_:)`.
  public func renameSlot(_ id: SlotID, to name: String) async throws(KeychainError) {
    try await changeKeybag { keybag, _, _ throws(KeychainError) in
      try keybag.rename(id, to: name)
      return ((), [], [])
    }
  }

  /// Puts another passphrase in the place of a slot's.
  ///
  /// - Parameters:
  ///   - id: Which slot.
  ///   - old: The passphrase that it has.
  ///   - new: The passphrase that it gets.
  ///   - cost: What a guess costs.
  /// - Throws: `KeychainError.locked`, `KeychainError.wrongCredential`, `KeychainError.slot(_:)`,
  ///   `KeychainError.contended` when the slot got another passphrase meanwhile.
  public func changePassphrase(
    _ id: SlotID, from old: Password, to new: Password, cost: PasswordCost = NewSlot.standardCost
  ) async throws(KeychainError) {
    // Others must not wait while passphrases are calculated with.
    let prepared = try await OwnThread.run { () throws(KeychainError) in
      try self.withKeys { () throws(KeychainError) in
        try self.newestKeybag().preparePassphrase(id, from: old, to: new, cost: cost)
      }
    }
    try await changeKeybag { keybag, _, _ throws(KeychainError) in
      try keybag.changePassphrase(prepared)
      return ((), [], [])
    }
  }

  /// Renews the key that all slots lead to and the keys of all classes, and seals every item again, in one step.
  ///
  /// - Throws: `KeychainError.locked`, `KeychainError.corrupt(_:)` when an item cannot be opened; nothing was
  ///   changed then.
  public func rotateKeys() async throws(KeychainError) {
    try await changeKeybag { keybag, device, _ throws(KeychainError) in
      ((), [], try keybag.rotateClassKeys(device: device))
    }
  }

  /// The keys and the slots as they stand in the file.
  private func newestKeybag() throws(KeychainError) -> OpenKeybag {
    guard let keybag = session.current.keybag else { throw .locked }
    return try keybag.following(try sealedKeybag(), device: try DeviceKey(folder: folder))
  }

  /// Changes the slots or the keys in one step with what that means for the items.
  private func changeKeybag<Outcome: Sendable>(
    _ body:
      @escaping @Sendable (inout OpenKeybag, DeviceKey?, SlotServices) throws(KeychainError) -> (
        Outcome, lost: Set<ItemAccessibility>, renewed: Set<ItemAccessibility>
      )
  ) async throws(KeychainError) -> Outcome {
    try await OwnThread.run { () throws(KeychainError) in
      try self.withKeys { () throws(KeychainError) in
        let session = self.session.current
        guard var keybag = session.keybag else { throw .locked }
        let (device, services) = (try DeviceKey(folder: self.folder), self.services.current)
        var outcome: Outcome?
        try self.store.changeKeybag { header throws(KeychainError) in
          keybag = try keybag.following(try header.sealed(self.store.id), device: device)
          let (result, lost, renewed) = try body(&keybag, device, services)
          outcome = result
          return KeybagChange(
            header: try StoreHeader(keybag), lost: lost, renewed: renewed, ring: keybag.ring(.unlocked))
        }
        // When the keychain was locked meanwhile, the change is done all the same, and the keychain stays locked.
        _ = self.follow(keybag, since: session.locks.count)
        self.raiseAnchors()
        guard let outcome else { throw .backend(code: 0) }
        return outcome
      }
    }
  }
}

extension StoreHeader {
  /// The header of an open keybag.
  ///
  /// - Throws: `KeychainError.backend(code:)`.
  init(_ keybag: OpenKeybag) throws(KeychainError) {
    let sealed = try keybag.sealed()
    self.init(
      keybagGeneration: sealed.generation, keybag: sealed.keys,
      slots: sealed.slots.map { Slot(id: $0.id.bytes, record: $0.encoded) })
  }

  /// The slots and the keybag, decoded.
  ///
  /// - Throws: `KeychainError.corrupt(_:)`, `KeychainError.newerFormat(version:)`.
  func sealed(_ store: StoreID) throws(KeychainError) -> SealedKeybag {
    let sealed = try SealedKeybag(store: store, records: slots.map(\.record), keys: keybag)
    guard sealed.generation == keybagGeneration else { throw .corrupt(.keybag) }
    for (slot, record) in zip(sealed.slots, slots) where slot.id.bytes != record.id { throw .corrupt(.slots) }
    return sealed
  }
}
