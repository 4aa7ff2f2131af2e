#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

/// A slot as a store keeps it: everything but its secret.
///
/// A value; safe to share between threads.
struct SlotRecord: Sendable, Hashable {
  /// The version of the format.
  static let version: UInt8 = 1

  /// What stays the same while the slot is renamed.
  let id: SlotID
  /// What a person calls it.
  var name: String
  /// When it was added, in seconds since 1970.
  let created: Int64
  /// What is needed beside the secret.
  var parameters: SlotParameters
  /// The keybag key, sealed with the slot's key.
  var wrappedKey: [UInt8]
  /// The private half of the passcode key, sealed with what only the passphrase gives; of passphrases only.
  var wrappedPasscode: [UInt8]?

  /// What anybody may see of it.
  var slot: KeychainSlot {
    var hasPIN = false
    if case .tpm(_, true, _) = parameters { hasPIN = true }
    return KeychainSlot(
      id: id, kind: parameters.kind, name: name, created: Date(timeIntervalSince1970: Double(created)),
      hasPIN: hasPIN)
  }

  /// What the sealed keybag key is bound to.
  func binding(to store: StoreID) -> [UInt8] {
    var writer = FieldWriter()
    writer.append(Array("omamori keychain slot".utf8) + [Self.version])
    writer.append(store.bytes + id.bytes + [parameters.kind.rawValue])
    writer.counted(parameters.encoded)
    return writer.bytes
  }

  /// What stands for all slots, with everything about them; the keybag is bound to it.
  static func digest(of slots: [SlotRecord]) -> [UInt8] {
    let sorted = slots.sorted { $0.id.bytes.lexicographicallyPrecedes($1.id.bytes) }
    var hash = SHA256()
    hash.update(data: Array("omamori keychain slots".utf8) + [version, UInt8(clamping: slots.count)])
    for slot in sorted {
      let encoded = slot.encoded
      var length = FieldWriter()
      length.number(UInt32(clamping: encoded.count))
      hash.update(data: length.bytes + encoded)
    }
    return Array(hash.finalize())
  }
}
#endif
