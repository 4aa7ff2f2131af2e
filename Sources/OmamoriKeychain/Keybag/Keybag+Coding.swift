#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

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
  /// - Throws: `FieldReader.Malformed`.
  init(
    decoding bytes: RawSpan,
    generation: UInt64,
    store: StoreID,
    device: DeviceKey?
  ) throws(FieldReader.Malformed) {
    guard bytes.byteCount <= Self.greatestByteCount else { throw FieldReader.Malformed() }
    var reader = FieldReader(bytes)
    guard try reader.number(UInt8.self) == Self.version else { throw FieldReader.Malformed() }
    let passcode: PasscodePublicKey? =
      switch try reader.number(UInt8.self) {
      case 0: nil
      case 1: PasscodePublicKey(bytes: try reader.bytes(PasscodePublicKey.byteCount))
      default: throw FieldReader.Malformed()
      }
    let index = SymmetricKey(try reader.secret(KeyWrap.keyByteCount))
    let integrity = SymmetricKey(try reader.secret(KeyWrap.keyByteCount))
    let gate = SymmetricKey(try reader.secret(KeyWrap.keyByteCount))
    var classes: [ItemAccessibility: ClassKey] = [:]
    for _ in 0..<(try reader.number(UInt8.self)) {
      guard let accessibility = ItemAccessibility(code: try reader.number(UInt8.self)),
        classes[accessibility] == nil
      else { throw FieldReader.Malformed() }
      classes[accessibility] =
        accessibility.isThisDeviceOnly
        ? ClassKey(
          bound: try reader.bytes(KeyWrap.sealedKeyByteCount), accessibility, store: store, device: device)
        : ClassKey(SymmetricKey(try reader.secret(KeyWrap.keyByteCount)))
    }
    var escrow: [SlotID: SymmetricKey] = [:]
    for _ in 0..<(try reader.number(UInt8.self)) {
      let id = SlotID(try reader.bytes(SlotID.byteCount))
      guard escrow[id] == nil else { throw FieldReader.Malformed() }
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
#endif
