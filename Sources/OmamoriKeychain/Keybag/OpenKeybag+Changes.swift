#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

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

  /// Does everything about another passphrase that takes long: calculating with the old one and with the new one.
  ///
  /// - Parameters:
  ///   - id: Which slot.
  ///   - old: The passphrase that it has.
  ///   - new: The passphrase that it gets.
  ///   - cost: What a guess costs.
  /// - Returns: What ``changePassphrase(_:)`` takes, also after other slots were changed.
  /// - Throws: ``KeychainError/wrongCredential``, ``KeychainError/slot(_:)``, ``KeychainError/invalidRequest(_:)``.
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
  /// - Throws: ``KeychainError/slot(_:)`` when the slot is gone, ``KeychainError/contended`` when it got another passphrase
  ///   meanwhile, ``KeychainError/backend(code:)``.
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
#endif
