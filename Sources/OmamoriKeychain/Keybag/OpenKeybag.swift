#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

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
  /// - Throws: ``KeychainError/wrongCredential``, ``KeychainError/lockedOut(seconds:)``, ``KeychainError/slot(_:)`` when
  ///   there is no slot of the kind, ``KeychainError/unavailable(_:)``, ``KeychainError/corrupt(_:)``.
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
  /// - Throws: ``KeychainError/rolledBack(expected:found:)`` for an older state, ``KeychainError/locked`` when no slot
  ///   of before is left, ``KeychainError/corrupt(_:)``.
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
  /// - Throws: ``KeychainError/backend(code:)``.
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
#endif
