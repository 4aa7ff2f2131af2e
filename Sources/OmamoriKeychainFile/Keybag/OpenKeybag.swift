import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// The keys of an unlocked store and what it takes to change its slots.
///
/// A value: a change is made on a copy, ``sealed()`` is written, and the copy takes the original's place when that is
/// done. A store that locks lets go of the value. Safe to share between threads.
struct OpenKeybag: Sendable {
  /// The store.
  let store: StoreID
  /// The keys.
  var keybag: Keybag
  /// All slots.
  var slots: [SlotRecord]
  /// The keybag key.
  var key: SymmetricKey

  /// Makes the keys of a new store, with one slot.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - slot: The first slot.
  ///   - device: The key of this device.
  ///   - services: What slots need from the system.
  ///   - now: The time.
  /// - Throws: What ``add(_:proof:device:services:now:)`` throws.
  init(
    creating store: StoreID,
    slot: NewSlot,
    device: DeviceKey,
    services: SlotServices,
    now: Date
  ) throws(KeychainError) {
    self.store = store
    keybag = try Keybag(new: store, device: device)
    (slots, key) = ([], SymmetricKey(size: .bits256))
    try add(slot, proof: nil, device: device, services: services, now: now)
    keybag.generation = 1
  }

  /// Opens a store, which takes as long as the slot's secret is meant to take, on the calling thread.
  ///
  /// - Parameters:
  ///   - sealed: What the store kept.
  ///   - credential: What the caller brought; every slot of its kind is tried.
  ///   - device: The key of this device; `nil` when it is missing.
  ///   - services: What slots need from the system.
  /// - Throws: `KeychainError.wrongCredential`, `KeychainError.lockedOut(seconds:)`, `KeychainError.slot(_:)` when
  ///   there is no slot of the kind, `KeychainError.unavailable(_:)`, `KeychainError.corrupt(_:)`.
  init(
    opening sealed: SealedKeybag,
    with credential: SlotCredential,
    device: DeviceKey?,
    services: SlotServices
  ) throws(KeychainError) {
    var failure = KeychainError.slot(.notFound)
    for slot in sealed.slots {
      let found: SlotKey?
      do throws(KeychainError) {
        found = try SlotKey(slot, of: sealed.store, with: credential, services)
      } catch {
        failure = error
        continue
      }
      guard let found else { continue }
      if let key = slot.openKey(with: found.wrapping, of: sealed.store) {
        try self.init(sealed, key, device)
        return
      }
      failure = found.isFromPerson ? .wrongCredential : .corrupt(.slots)
    }
    throw failure
  }

  /// Opens what another process wrote meanwhile, through any slot that was there before.
  ///
  /// - Parameters:
  ///   - sealed: What the store keeps now.
  ///   - device: The key of this device.
  /// - Returns: The keys as they are now.
  /// - Throws: `KeychainError.rolledBack(expected:found:)` for an older state, `KeychainError.locked` when no slot
  ///   of before is left, `KeychainError.corrupt(_:)`.
  func following(_ sealed: SealedKeybag, device: DeviceKey?) throws(KeychainError) -> OpenKeybag {
    guard sealed.store == store else { throw .corrupt(.header) }
    guard sealed.generation >= keybag.generation else {
      throw .rolledBack(expected: keybag.generation, found: sealed.generation)
    }
    for slot in sealed.slots {
      guard let wrapping = keybag.escrow[slot.id], let key = slot.openKey(with: wrapping, of: store) else {
        continue
      }
      return try OpenKeybag(sealed, key, device)
    }
    throw .locked
  }

  private init(_ sealed: SealedKeybag, _ key: SymmetricKey, _ device: DeviceKey?) throws(KeychainError) {
    keybag = try Keybag(
      opening: sealed.keys, under: key, store: sealed.store, slots: sealed.slots, device: device)
    (store, slots, self.key) = (sealed.store, sealed.slots, key)
  }

  /// What the store has to keep: all of it, in one step.
  ///
  /// - Throws: `KeychainError.backend(code:)`.
  func sealed() throws(KeychainError) -> SealedKeybag {
    try SealedKeybag(
      store: store, slots: slots, keys: keybag.sealed(under: key, store: store, slots: slots))
  }

  /// The keys that a lock state admits.
  func ring(_ state: KeychainLockState) -> KeyRing { keybag.ring(state, of: store) }
}

extension SlotRecord {
  /// The keybag key; `nil` when the slot's key is another one or the slot was changed.
  func openKey(with wrapping: SymmetricKey, of store: StoreID) -> SymmetricKey? {
    KeyWrap.openKey(wrappedKey, under: wrapping, authenticating: binding(to: store))
  }
}

extension OpenKeybag {
  /// Removes a slot and renews the keybag key, so that the slot's secret opens nothing that is written from now on.
  ///
  /// Whoever opened the store before and kept its keys or an old copy of the file still has the keys of the classes;
  /// ``rotateClassKeys(device:)`` changes them.
  ///
  /// - Parameters:
  ///   - id: Which one.
  ///   - isLossAccepted: Whether the last passphrase may go, and with it what needs a passphrase, for good.
  /// - Returns: The classes that are gone; the store removes their items in the same step.
  /// - Throws: `KeychainError.slot(_:)`, `KeychainError.backend(code:)`.
  mutating func remove(
    _ id: SlotID,
    acceptingLoss isLossAccepted: Bool = false
  ) throws(KeychainError) -> Set<ItemAccessibility> {
    guard let place = slots.firstIndex(where: { $0.id == id }) else { throw .slot(.notFound) }
    guard slots.count > 1 else { throw .slot(.last) }
    let rest = slots.filter { $0.id != id }
    let isLastPassphrase =
      slots[place].parameters.kind == .passphrase && !rest.contains { $0.parameters.kind == .passphrase }
    guard !isLastPassphrase || isLossAccepted else { throw .slot(.lastPassphrase) }
    if isLastPassphrase {
      keybag.passcode = nil
      keybag.classes[.whenPasscodeSetThisDeviceOnly] = nil
    }
    slots = rest
    keybag.escrow[id] = nil
    try rotateKey()
    return isLastPassphrase ? [.whenPasscodeSetThisDeviceOnly] : []
  }

  /// Gives a slot another name.
  ///
  /// - Throws: `KeychainError.slot(_:)`, `KeychainError.invalidRequest(_:)`.
  mutating func rename(_ id: SlotID, to name: String) throws(KeychainError) {
    guard let place = slots.firstIndex(where: { $0.id == id }) else { throw .slot(.notFound) }
    guard slots[place].name != name else { return }
    try check(name: name)
    slots[place].name = name
    keybag.generation += 1
  }

  /// Does everything about another passphrase that takes long: calculating with the old one and with the new one.
  ///
  /// - Parameters:
  ///   - id: Which slot.
  ///   - old: The passphrase that it has.
  ///   - new: The passphrase that it gets.
  ///   - cost: What a guess costs.
  /// - Returns: What ``changePassphrase(_:)`` takes, also after other slots were changed.
  /// - Throws: `KeychainError.wrongCredential`, `KeychainError.slot(_:)`, `KeychainError.invalidRequest(_:)`.
  func preparePassphrase(
    _ id: SlotID,
    from old: Password,
    to new: Password,
    cost: PasswordCost
  ) throws(KeychainError) -> PreparedPassphrase {
    guard let slot = slots.first(where: { $0.id == id }), case .passphrase = slot.parameters,
      let publicKey = keybag.passcode
    else { throw .slot(.notFound) }
    let key = try SlotKey(slot, of: store, passphrase: old)
    guard let key, slot.openKey(with: key.wrapping, of: store) != nil,
      let passcode = try PasscodeKey(slot, with: key, for: publicKey, of: store)
    else { throw .wrongCredential }
    let made = try SlotKey.make(.passphrase(new, cost: cost), id, of: store, .none)
    guard let wrapping = made.key.passcode else { throw .backend(code: 0) }
    return PreparedPassphrase(
      id: id, old: slot.parameters, key: made.key, parameters: made.parameters, publicKey: publicKey,
      wrappedPasscode: try passcode.wrapped(for: id, with: wrapping, of: store))
  }

  /// Puts a passphrase that was prepared in the place of a slot's, at once, and renews the keybag key.
  ///
  /// - Parameter prepared: What to put there.
  /// - Throws: `KeychainError.slot(_:)` when the slot is gone, `KeychainError.contended` when it got another passphrase
  ///   meanwhile, `KeychainError.backend(code:)`.
  mutating func changePassphrase(_ prepared: PreparedPassphrase) throws(KeychainError) {
    guard let place = slots.firstIndex(where: { $0.id == prepared.id }) else { throw .slot(.notFound) }
    // The old passphrase was proved for this salt and this cost.
    guard slots[place].parameters == prepared.old, keybag.passcode == prepared.publicKey else {
      throw .contended
    }
    slots[place].parameters = prepared.parameters
    slots[place].wrappedPasscode = prepared.wrappedPasscode
    keybag.escrow[prepared.id] = prepared.key.wrapping
    try rotateKey()
  }
}

extension OpenKeybag {
  /// Renews the keybag key for all slots, none of whose secrets is needed for it.
  ///
  /// - Throws: `KeychainError.corrupt(_:)` when the keybag lacks the key of a slot, `KeychainError.backend(code:)`.
  mutating func rotateKey() throws(KeychainError) {
    key = SymmetricKey(size: .bits256)
    for place in slots.indices {
      guard let wrapping = keybag.escrow[slots[place].id] else { throw .corrupt(.keybag) }
      try wrap(&slots[place], with: wrapping)
    }
    keybag.generation += 1
  }

  /// Renews the keys of all classes that are at hand, and the keybag key.
  ///
  /// The store makes the change on a copy and, in one step, opens every item with the ring of the original, seals it
  /// with the ring of the copy and writes the copy. Locks of items with an access control are sealed again as they
  /// are, so that nobody is asked.
  ///
  /// - Parameter device: The key of this device; without it the classes that are bound to it keep their keys.
  /// - Returns: The classes that have new keys.
  /// - Throws: `KeychainError.corrupt(_:)`, `KeychainError.backend(code:)`.
  @discardableResult
  mutating func rotateClassKeys(device: DeviceKey?) throws(KeychainError) -> Set<ItemAccessibility> {
    let present = keybag.classes.filter { $0.value.key != nil }.keys
    let renewed = Set(present.filter { device != nil || !$0.isThisDeviceOnly })
    try renew(renewed, device: device)
    try rotateKey()
    return renewed
  }

  /// Makes new keys for the classes whose keys are bound to another device.
  ///
  /// - Parameter device: The key of this device, mostly a new one.
  /// - Returns: The classes that lost what was stored in them; the store removes their items in the same step.
  /// - Throws: `KeychainError.backend(code:)`.
  mutating func bind(to device: DeviceKey) throws(KeychainError) -> Set<ItemAccessibility> {
    var lost = Set(keybag.classes.filter { $0.value.key == nil }.keys)
    if keybag.passcode != nil, keybag.classes[.whenPasscodeSetThisDeviceOnly] == nil {
      lost.insert(.whenPasscodeSetThisDeviceOnly)
    }
    try renew(lost, device: device)
    keybag.generation += 1
    return lost
  }

  /// Makes new keys for classes; those that need a device key that is missing stay without.
  mutating func renew(_ classes: Set<ItemAccessibility>, device: DeviceKey?) throws(KeychainError) {
    for accessibility in classes where device != nil || !accessibility.isThisDeviceOnly {
      keybag.classes[accessibility] = try ClassKey(new: accessibility, store: store, device: device)
    }
  }

  /// Seals the keybag key for a slot.
  func wrap(_ slot: inout SlotRecord, with wrapping: SymmetricKey) throws(KeychainError) {
    slot.wrappedKey = try KeyWrap.seal(key, under: wrapping, authenticating: slot.binding(to: store))
  }
}

extension OpenKeybag {
  /// Adds a slot, which takes as long as the slot's secret is meant to take, on the calling thread.
  ///
  /// A store that must not keep others waiting prepares the slot first; see ``prepare(_:proof:services:)``.
  ///
  /// - Parameters:
  ///   - new: What to add.
  ///   - proof: A passphrase of the store; needed for a further passphrase.
  ///   - device: The key of this device.
  ///   - services: What slots need from the system.
  ///   - now: The time.
  /// - Returns: The slot.
  /// - Throws: What ``prepare(_:proof:services:)`` and ``add(_:device:now:)`` throw.
  @discardableResult
  mutating func add(
    _ new: NewSlot,
    proof: Password?,
    device: DeviceKey?,
    services: SlotServices,
    now: Date
  ) throws(KeychainError) -> KeychainSlot {
    try add(prepare(new, proof: proof, services: services), device: device, now: now)
  }

  /// Does everything about a new slot that takes long or asks others: calculating, making a file, asking a TPM.
  ///
  /// - Parameters:
  ///   - new: What to add.
  ///   - proof: A passphrase of the store; needed for a further passphrase.
  ///   - services: What slots need from the system.
  /// - Returns: What ``add(_:device:now:)`` takes, also after the slots were changed.
  /// - Throws: `KeychainError.denied` without the proof that is needed, `KeychainError.wrongCredential` for a wrong
  ///   one, `KeychainError.slot(_:)`, `KeychainError.invalidRequest(_:)`, `KeychainError.unavailable(_:)`,
  ///   `KeychainError.file(_:code:)`, `KeychainError.backend(code:)`.
  func prepare(
    _ new: NewSlot,
    proof: Password?,
    services: SlotServices
  ) throws(KeychainError) -> PreparedSlot {
    guard slots.count < KeychainSlot.greatestCount else { throw .slot(.tooMany) }
    try check(name: new.name)
    let passcode = new.kind == .passphrase ? try passcodeKey(proof) : nil
    let id = SlotID(try KeyWrap.random(SlotID.byteCount))
    let made = try SlotKey.make(new.secret, id, of: store, services)
    return PreparedSlot(
      id: id, name: new.name, key: made.key, parameters: made.parameters, passcode: passcode,
      isPasscodeNew: keybag.passcode == nil)
  }

  /// Adds a slot that was prepared, at once.
  ///
  /// The first passphrase brings the passcode key and the class `ItemAccessibility.whenPasscodeSetThisDeviceOnly`
  /// into being; a further one gets the passcode key from a passphrase that is there.
  ///
  /// - Parameters:
  ///   - prepared: What to add.
  ///   - device: The key of this device.
  ///   - now: The time.
  /// - Returns: The slot.
  /// - Throws: `KeychainError.slot(_:)`, `KeychainError.contended` when the passphrases were changed meanwhile,
  ///   `KeychainError.backend(code:)`.
  @discardableResult
  mutating func add(
    _ prepared: PreparedSlot,
    device: DeviceKey?,
    now: Date
  ) throws(KeychainError) -> KeychainSlot {
    guard slots.count < KeychainSlot.greatestCount else { throw .slot(.tooMany) }
    try check(name: prepared.name)
    var record = SlotRecord(
      id: prepared.id, name: prepared.name, created: Int64(now.timeIntervalSince1970.rounded(.down)),
      parameters: prepared.parameters, wrappedKey: [], wrappedPasscode: nil)
    if let passcode = prepared.passcode, let wrapping = prepared.key.passcode {
      guard keybag.passcode == (prepared.isPasscodeNew ? nil : passcode.publicKey) else { throw .contended }
      record.wrappedPasscode = try passcode.wrapped(for: record.id, with: wrapping, of: store)
      if prepared.isPasscodeNew {
        keybag.passcode = passcode.publicKey
        try renew([.whenPasscodeSetThisDeviceOnly], device: device)
      }
    }
    try wrap(&record, with: prepared.key.wrapping)
    slots.append(record)
    keybag.escrow[record.id] = prepared.key.wrapping
    keybag.generation += 1
    return record.slot
  }

  /// The passcode key of the store, which a passphrase proves, or a new one while there is none.
  private func passcodeKey(_ proof: Password?) throws(KeychainError) -> PasscodeKey {
    guard let publicKey = keybag.passcode else { return try PasscodeKey() }
    guard let proof else { throw .denied }
    return try slots.passcodeKey(publicKey, with: proof, of: store)
  }

  func check(name: String) throws(KeychainError) {
    guard !name.isEmpty else { throw .invalidRequest(.emptyName) }
    guard SlotRecord.isName(name) else { throw .invalidRequest(.name) }
    guard !slots.contains(where: { $0.name == name }) else { throw .slot(.nameTaken) }
  }
}

extension [SlotRecord] {
  /// The passcode key, by a passphrase; takes as long as that is meant to take, on the calling thread.
  ///
  /// - Throws: `KeychainError.wrongCredential`, `KeychainError.backend(code:)`.
  func passcodeKey(
    _ publicKey: PasscodePublicKey,
    with passphrase: Password,
    of store: StoreID
  ) throws(KeychainError) -> PasscodeKey {
    for slot in self {
      guard let key = try SlotKey(slot, of: store, passphrase: passphrase),
        let passcode = try PasscodeKey(slot, with: key, for: publicKey, of: store)
      else { continue }
      return passcode
    }
    throw .wrongCredential
  }
}
