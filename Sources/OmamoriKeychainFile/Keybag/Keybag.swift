import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

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
  /// - Throws: `KeychainError.backend(code:)`.
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

extension Keybag {
  /// The version of the format.
  static let version: UInt8 = 1
  /// The most bytes of a keybag in the clear: all classes, 32 slots.
  static let greatestByteCount = 4096

  /// All keys in the clear, to be sealed.
  var encoded: SecretBytes {
    var pieces: [Piece] = [
      .plain([Self.version, passcode == nil ? 0 : 1] + (passcode?.bytes ?? [])),
      .secret(index), .secret(integrity), .secret(gate), .plain([UInt8(clamping: classes.count)]),
    ]
    for accessibility in ItemAccessibility.allCases {
      guard let stored = classes[accessibility] else { continue }
      pieces.append(.plain([accessibility.code]))
      if let bound = stored.bound {
        pieces.append(.plain(bound))
      } else if let key = stored.key {
        pieces.append(.secret(key))
      }
    }
    pieces.append(.plain([UInt8(clamping: escrow.count)]))
    for (id, key) in escrow.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
      pieces += [.plain(id.bytes), .secret(key)]
    }
    return Piece.joined(pieces)
  }

  /// Reads keys in the clear.
  ///
  /// - Throws: `ByteProblem`.
  init(
    decoding bytes: RawSpan,
    generation: UInt64,
    store: StoreID,
    device: DeviceKey?
  ) throws(ByteProblem) {
    guard bytes.byteCount <= Self.greatestByteCount else { throw .unexpected }
    var reader = ByteReader(bytes)
    guard try reader.number(UInt8.self) == Self.version else { throw .unexpected }
    let passcode: PasscodePublicKey? =
      switch try reader.number(UInt8.self) {
      case 0: nil
      case 1: PasscodePublicKey(bytes: try reader.bytes(PasscodePublicKey.byteCount))
      default: throw .unexpected
      }
    let index = SymmetricKey(try reader.secret(KeyWrap.keyByteCount))
    let integrity = SymmetricKey(try reader.secret(KeyWrap.keyByteCount))
    let gate = SymmetricKey(try reader.secret(KeyWrap.keyByteCount))
    var classes: [ItemAccessibility: ClassKey] = [:]
    for _ in 0..<(try reader.number(UInt8.self)) {
      guard let accessibility = ItemAccessibility(code: try reader.number(UInt8.self)),
        classes[accessibility] == nil
      else { throw .unexpected }
      classes[accessibility] =
        accessibility.isThisDeviceOnly
        ? ClassKey(
          bound: try reader.bytes(KeyWrap.sealedKeyByteCount), accessibility, store: store, device: device)
        : ClassKey(SymmetricKey(try reader.secret(KeyWrap.keyByteCount)))
    }
    var escrow: [SlotID: SymmetricKey] = [:]
    for _ in 0..<(try reader.number(UInt8.self)) {
      let id = SlotID(try reader.bytes(SlotID.byteCount))
      guard escrow[id] == nil else { throw .unexpected }
      escrow[id] = SymmetricKey(try reader.secret(KeyWrap.keyByteCount))
    }
    try reader.end()
    self.init(
      generation: generation, classes: classes, index: index, integrity: integrity, gate: gate,
      passcode: passcode, escrow: escrow)
  }
}

/// A part of what is sealed; only the secret ones need care.
private enum Piece {
  case plain([UInt8])
  case secret(SymmetricKey)

  private var count: Int {
    switch self {
    case .plain(let bytes): bytes.count
    case .secret(let key): key.bitCount / 8
    }
  }

  static func joined(_ pieces: [Piece]) -> SecretBytes {
    SecretBytes(count: pieces.reduce(0) { $0 + $1.count }) { bytes in
      // because all parts lie within the bytes, which have room for their sum
      unsafe bytes.withUnsafeMutableBytes { room in
        var offset = 0
        for piece in pieces {
          let part = unsafe UnsafeMutableRawBufferPointer(rebasing: room[offset..<offset + piece.count])
          switch piece {
          case .plain(let plain): unsafe part.copyBytes(from: plain)
          case .secret(let key): unsafe key.withUnsafeBytes { unsafe part.copyMemory(from: $0) }
          }
          offset += piece.count
        }
      }
    }
  }
}

extension ItemAccessibility {
  /// The number of the class in the keybag.
  fileprivate var code: UInt8 {
    switch self {
    case .whenUnlocked: 1
    case .afterFirstUnlock: 2
    case .whenUnlockedThisDeviceOnly: 3
    case .afterFirstUnlockThisDeviceOnly: 4
    case .whenPasscodeSetThisDeviceOnly: 5
    }
  }

  fileprivate init?(code: UInt8) {
    guard let found = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = found
  }
}

extension Keybag {
  /// What every sealed keybag begins with; the version follows.
  private static let magic: [UInt8] = Array("OKB".utf8)
  /// Magic, version and generation.
  private static let headerByteCount = 12

  /// Seals the keys, bound to the store and to its slots as they are.
  ///
  /// Layout: `OKB`, the version (1 byte), the generation (8 bytes), then nonce, ciphertext and tag of AES-256-GCM.
  ///
  /// - Throws: `KeychainError.backend(code:)`.
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
  /// - Throws: `KeychainError.corrupt(_:)` also when a slot was added, changed or removed from outside,
  ///   `KeychainError.newerFormat(version:)`.
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
    do throws(ByteProblem) {
      self = try opened.withBytes { bytes throws(ByteProblem) in
        try Keybag(decoding: bytes, generation: generation, store: store, device: device)
      }
    } catch {
      throw .corrupt(.keybag)
    }
    guard Set(escrow.keys) == Set(slots.map(\.id)) else { throw .corrupt(.slots) }
  }

  /// The generation that sealed keys say they have; authentic only once they are opened.
  ///
  /// - Throws: `KeychainError.corrupt(_:)`, `KeychainError.newerFormat(version:)`.
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

/// What a store keeps of its slots and keys: everything here may be seen by anybody.
struct SealedKeybag: Sendable, Hashable {
  /// The store.
  let store: StoreID
  /// All slots, in any order.
  let slots: [SlotRecord]
  /// The keys, sealed with the keybag key and bound to the slots.
  let keys: [UInt8]

  /// Takes what a store kept.
  ///
  /// - Throws: `KeychainError.corrupt(_:)`, `KeychainError.newerFormat(version:)`.
  init(store: StoreID, slots: [SlotRecord], keys: [UInt8]) throws(KeychainError) {
    guard 1...KeychainSlot.greatestCount ~= slots.count, Set(slots.map(\.id)).count == slots.count,
      Set(slots.map(\.name)).count == slots.count
    else { throw .corrupt(.slots) }
    _ = try Keybag.generation(of: keys)
    (self.store, self.slots, self.keys) = (store, slots, keys)
  }

  /// Reads what a store kept as bytes; the entry for hostile input.
  ///
  /// - Throws: `KeychainError.corrupt(_:)`, `KeychainError.newerFormat(version:)`.
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
