#if !canImport(Darwin)

/// What a store keeps of its slots and keys: everything here may be seen by anybody.
///
/// A value; safe to share between threads.
struct SealedKeybag: Sendable, Hashable {
  /// The store.
  let store: StoreID
  /// All slots, in any order.
  let slots: [SlotRecord]
  /// The keys, sealed with the keybag key and bound to the slots.
  let keys: [UInt8]

  /// Takes what a store kept.
  ///
  /// - Throws: ``KeychainError/corrupt(_:)``, ``KeychainError/newerFormat(version:)``.
  init(store: StoreID, slots: [SlotRecord], keys: [UInt8]) throws(KeychainError) {
    guard 1...KeychainSlot.greatestCount ~= slots.count, Set(slots.map(\.id)).count == slots.count,
      Set(slots.map(\.name)).count == slots.count
    else { throw .corrupt(.slots) }
    _ = try Keybag.generation(of: keys)
    (self.store, self.slots, self.keys) = (store, slots, keys)
  }

  /// Reads what a store kept as bytes; the entry for hostile input.
  ///
  /// - Throws: ``KeychainError/corrupt(_:)``, ``KeychainError/newerFormat(version:)``.
  init(store: StoreID, records: [[UInt8]], keys: [UInt8]) throws(KeychainError) {
    guard records.count <= KeychainSlot.greatestCount else { throw .corrupt(.slots) }
    var slots: [SlotRecord] = []
    for record in records { slots.append(try SlotRecord(decoding: record)) }
    try self.init(store: store, slots: slots, keys: keys)
  }

  /// How often the keybag was changed; authentic only once it is open.
  ///
  /// - Throws: Nothing, since the initialisers looked at it.
  var generation: UInt64 { (try? Keybag.generation(of: keys)) ?? 0 }
}
#endif
