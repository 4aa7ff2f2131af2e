#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

/// All keys of a store, which the keybag key seals.
///
/// Safe to share between threads.
struct Keybag: Sendable {
  /// Counts the changes of the keybag, from 1.
  var generation: UInt64 = 1
  /// The keys of the classes; without a passphrase there is none for items that need a passcode.
  var classes: [ItemAccessibility: ClassKey]
  /// Finds items by names.
  let index: SymmetricKey
  /// Authenticates the set of all items.
  let integrity: SymmetricKey
  /// Protects what a person's answer only gates.
  let gate: SymmetricKey
  /// The public half of the passcode key; `nil` while there is no passphrase.
  var passcode: PasscodePublicKey?
  /// The keys of the slots, so that the keybag key can be renewed without asking for their secrets.
  var escrow: [SlotID: SymmetricKey] = [:]

  /// Makes the keys of a new store, which has no slots yet.
  ///
  /// - Throws: ``KeychainError/backend(code:)``.
  init(new store: StoreID, device: DeviceKey) throws(KeychainError) {
    var classes: [ItemAccessibility: ClassKey] = [:]
    for accessibility in ItemAccessibility.allCases where accessibility != .whenPasscodeSetThisDeviceOnly {
      classes[accessibility] = try ClassKey(new: accessibility, store: store, device: device)
    }
    self.classes = classes
    index = SymmetricKey(size: .bits256)
    integrity = SymmetricKey(size: .bits256)
    gate = SymmetricKey(size: .bits256)
  }

  init(
    generation: UInt64,
    classes: [ItemAccessibility: ClassKey],
    index: SymmetricKey,
    integrity: SymmetricKey,
    gate: SymmetricKey,
    passcode: PasscodePublicKey?,
    escrow: [SlotID: SymmetricKey]
  ) {
    (self.generation, self.classes, self.index, self.integrity) = (generation, classes, index, integrity)
    (self.gate, self.passcode, self.escrow) = (gate, passcode, escrow)
  }

  /// The keys that a lock state admits.
  func ring(_ state: KeychainLockState, of store: StoreID) -> KeyRing {
    guard state == .unlocked || state == .locked else {
      return KeyRing(classes: [:], index: nil, integrity: nil)
    }
    var keys: [ItemAccessibility: ClassKeys] = [:]
    var invalidated: Set<ItemAccessibility> = []
    for accessibility in ItemAccessibility.allCases {
      let found = classes[accessibility]?.keys(for: accessibility, of: store)
      if found == nil { invalidated.insert(accessibility) }
      if state == .unlocked || accessibility.survivesLocking { keys[accessibility] = found }
    }
    return KeyRing(
      classes: keys, index: index, integrity: integrity,
      access: AccessKeys(gate: gate, passcode: passcode), invalidated: invalidated)
  }
}
#endif
