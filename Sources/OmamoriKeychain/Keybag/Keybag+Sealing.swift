#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

extension Keybag {
  /// What every sealed keybag begins with; the version follows.
  private static let magic: [UInt8] = Array("OKB".utf8)
  /// Magic, version and generation.
  private static let headerByteCount = 12

  /// Seals the keys, bound to the store and to its slots as they are.
  ///
  /// Layout: `OKB`, the version (1 byte), the generation (8 bytes), then nonce, ciphertext and tag of AES-256-GCM.
  ///
  /// - Throws: ``KeychainError/backend(code:)``.
  func sealed(
    under key: SymmetricKey,
    store: StoreID,
    slots: [SlotRecord]
  ) throws(KeychainError) -> [UInt8] {
    var header = FieldWriter()
    header.append(Self.magic + [Self.version])
    header.number(generation)
    return try header.bytes
      + KeyWrap.seal(encoded, under: key, authenticating: Self.binding(header.bytes, store, slots))
  }

  /// Opens sealed keys.
  ///
  /// - Parameters:
  ///   - bytes: What ``sealed(under:store:slots:)`` gave.
  ///   - key: The keybag key.
  ///   - store: The store.
  ///   - slots: All slots of the store.
  ///   - device: The device key; without it the keys that are bound to it stay closed.
  /// - Throws: ``KeychainError/corrupt(_:)`` also when a slot was added, changed or removed from outside,
  ///   ``KeychainError/newerFormat(version:)``.
  init(
    opening bytes: [UInt8],
    under key: SymmetricKey,
    store: StoreID,
    slots: [SlotRecord],
    device: DeviceKey?
  ) throws(KeychainError) {
    let generation = try Self.generation(of: bytes)
    let header = Array(bytes.prefix(Self.headerByteCount))
    let opened = KeyWrap.open(
      Array(bytes.dropFirst(Self.headerByteCount)), under: key,
      authenticating: Self.binding(header, store, slots))
    guard let opened else { throw .corrupt(.keybag) }
    do throws(FieldReader.Malformed) {
      self = try opened.withBytes { bytes throws(FieldReader.Malformed) in
        try Keybag(decoding: bytes, generation: generation, store: store, device: device)
      }
    } catch {
      throw .corrupt(.keybag)
    }
    guard Set(escrow.keys) == Set(slots.map(\.id)) else { throw .corrupt(.slots) }
  }

  /// The generation that sealed keys say they have; authentic only once they are opened.
  ///
  /// - Throws: ``KeychainError/corrupt(_:)``, ``KeychainError/newerFormat(version:)``.
  static func generation(of bytes: [UInt8]) throws(KeychainError) -> UInt64 {
    guard bytes.starts(with: magic), bytes.count > headerByteCount,
      bytes.count <= headerByteCount + greatestByteCount + KeyWrap.overhead
    else { throw .corrupt(.keybag) }
    guard bytes[magic.count] <= version else { throw .newerFormat(version: Int(bytes[magic.count])) }
    guard bytes[magic.count] == version else { throw .corrupt(.keybag) }
    return bytes[(magic.count + 1)..<headerByteCount].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func binding(_ header: [UInt8], _ store: StoreID, _ slots: [SlotRecord]) -> [UInt8] {
    Array("omamori keychain keybag".utf8) + header + store.bytes + SlotRecord.digest(of: slots)
  }
}
#endif
