#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

extension OpenKeybag {
  /// Renews the keybag key for all slots, none of whose secrets is needed for it.
  ///
  /// - Throws: ``KeychainError/corrupt(_:)`` when the keybag lacks the key of a slot, ``KeychainError/backend(code:)``.
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
  /// - Throws: ``KeychainError/corrupt(_:)``, ``KeychainError/backend(code:)``.
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
  /// - Throws: ``KeychainError/backend(code:)``.
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
#endif
