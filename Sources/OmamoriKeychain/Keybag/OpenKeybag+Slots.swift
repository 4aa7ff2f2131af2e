#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

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
  /// - Throws: ``KeychainError/denied`` without the proof that is needed, ``KeychainError/wrongCredential`` for a wrong
  ///   one, ``KeychainError/slot(_:)``, ``KeychainError/invalidRequest(_:)``, ``KeychainError/unavailable(_:)``,
  ///   ``KeychainError/file(_:code:)``, ``KeychainError/backend(code:)``.
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
  /// The first passphrase brings the passcode key and the class ``ItemAccessibility/whenPasscodeSetThisDeviceOnly``
  /// into being; a further one gets the passcode key from a passphrase that is there.
  ///
  /// - Parameters:
  ///   - prepared: What to add.
  ///   - device: The key of this device.
  ///   - now: The time.
  /// - Returns: The slot.
  /// - Throws: ``KeychainError/slot(_:)``, ``KeychainError/contended`` when the passphrases were changed meanwhile,
  ///   ``KeychainError/backend(code:)``.
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
