#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

extension OpenKeybag {
  /// Adds a slot, which takes as long as the slot's secret is meant to take, on the calling thread.
  ///
  /// The first passphrase brings the passcode key and the class ``ItemAccessibility/whenPasscodeSetThisDeviceOnly`` into
  /// being; a further one gets the passcode key from a passphrase that is there.
  ///
  /// - Parameters:
  ///   - new: What to add.
  ///   - proof: A passphrase of the store; needed for a further passphrase.
  ///   - device: The key of this device.
  ///   - services: What slots need from the system.
  ///   - now: The time.
  /// - Returns: The slot.
  /// - Throws: ``KeychainError/denied`` without the proof that is needed, ``KeychainError/wrongCredential`` for a wrong one,
  ///   ``KeychainError/slot(_:)``, ``KeychainError/invalidRequest(_:)``, ``KeychainError/unavailable(_:)``,
  ///   ``KeychainError/file(_:code:)``, ``KeychainError/backend(code:)``.
  @discardableResult
  mutating func add(
    _ new: NewSlot,
    proof: Password?,
    device: DeviceKey?,
    services: SlotServices,
    now: Date
  ) throws(KeychainError) -> KeychainSlot {
    guard slots.count < KeychainSlot.greatestCount else { throw .slot(.tooMany) }
    try check(name: new.name)
    let passcode = new.kind == .passphrase ? try passcodeKey(proof) : nil
    let id = SlotID(try KeyWrap.random(SlotID.byteCount))
    let made = try SlotKey.make(new.secret, id, of: store, services)
    var record = SlotRecord(
      id: id, name: new.name, created: Int64(now.timeIntervalSince1970.rounded(.down)),
      parameters: made.parameters, wrappedKey: [], wrappedPasscode: nil)
    if let passcode, let wrapping = made.key.passcode {
      record.wrappedPasscode = try passcode.wrapped(for: id, with: wrapping, of: store)
      if keybag.passcode == nil {
        keybag.passcode = passcode.publicKey
        try renew([.whenPasscodeSetThisDeviceOnly], device: device)
      }
    }
    try wrap(&record, with: made.key.wrapping)
    slots.append(record)
    keybag.escrow[id] = made.key.wrapping
    keybag.generation += 1
    return record.slot
  }

  /// Removes a slot and renews the keybag key, so that the slot's secret opens nothing that is written from now on.
  ///
  /// Whoever opened the store before and kept its keys or an old copy of the file still has the keys of the classes;
  /// ``rotateClassKeys(device:)`` changes them.
  ///
  /// - Parameters:
  ///   - id: Which one.
  ///   - isLossAccepted: Whether the last passphrase may go, and with it what needs a passphrase, for good.
  /// - Returns: The classes that are gone; the store removes their items in the same step.
  /// - Throws: ``KeychainError/slot(_:)``, ``KeychainError/backend(code:)``.
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
  /// - Throws: ``KeychainError/slot(_:)``, ``KeychainError/invalidRequest(_:)``.
  mutating func rename(_ id: SlotID, to name: String) throws(KeychainError) {
    guard let place = slots.firstIndex(where: { $0.id == id }) else { throw .slot(.notFound) }
    guard slots[place].name != name else { return }
    try check(name: name)
    slots[place].name = name
    keybag.generation += 1
  }

  /// Puts another passphrase in the place of a slot's and renews the keybag key.
  ///
  /// - Parameters:
  ///   - id: Which slot.
  ///   - old: The passphrase that it has.
  ///   - new: The passphrase that it gets.
  ///   - cost: What a guess costs.
  /// - Throws: ``KeychainError/wrongCredential``, ``KeychainError/slot(_:)``, ``KeychainError/invalidRequest(_:)``.
  mutating func changePassphrase(
    _ id: SlotID,
    from old: Password,
    to new: Password,
    cost: PasswordCost
  ) throws(KeychainError) {
    guard let place = slots.firstIndex(where: { $0.id == id }),
      case .passphrase = slots[place].parameters, let publicKey = keybag.passcode
    else { throw .slot(.notFound) }
    let key = try SlotKey(slots[place], of: store, passphrase: old)
    guard let key, slots[place].openKey(with: key.wrapping, of: store) != nil,
      let passcode = try PasscodeKey(slots[place], with: key, for: publicKey, of: store)
    else { throw .wrongCredential }
    let made = try SlotKey.make(.passphrase(new, cost: cost), id, of: store, .none)
    slots[place].parameters = made.parameters
    if let wrapping = made.key.passcode {
      slots[place].wrappedPasscode = try passcode.wrapped(for: id, with: wrapping, of: store)
    }
    keybag.escrow[id] = made.key.wrapping
    try rotateKey()
  }

  /// The passcode key of the store, which a passphrase proves, or a new one while there is none.
  private func passcodeKey(_ proof: Password?) throws(KeychainError) -> PasscodeKey {
    guard let publicKey = keybag.passcode else { return try PasscodeKey() }
    guard let proof else { throw .denied }
    return try slots.passcodeKey(publicKey, with: proof, of: store)
  }

  private func check(name: String) throws(KeychainError) {
    guard !name.isEmpty else { throw .invalidRequest(.emptyName) }
    guard SlotRecord.isName(name) else { throw .invalidRequest(.name) }
    guard !slots.contains(where: { $0.name == name }) else { throw .slot(.nameTaken) }
  }
}

extension [SlotRecord] {
  /// The passcode key, by a passphrase; takes as long as that is meant to take, on the calling thread.
  ///
  /// - Throws: ``KeychainError/wrongCredential``, ``KeychainError/backend(code:)``.
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
#endif
