@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriCrypto

@Suite struct KeysetTests {
  private static let wrapping = SymmetricKey(data: [UInt8](repeating: 9, count: 32))

  @Test func hasOnePrimaryKeyThroughItsLife() throws {
    var keyset = try Keyset()
    let first = keyset.primaryID
    #expect(first != 0 && keyset.entries.count == 1)
    let second = try keyset.add()
    #expect(keyset.primaryID == first)
    try keyset.promote(second)
    #expect(keyset.entries.map(\.state) == [.retired, .primary])
    let third = try keyset.rotate()
    #expect(keyset.primaryID == third && Set(keyset.entries.map(\.id)).count == 3)
    try keyset.destroy(first)
    #expect(keyset.entries.map(\.id) == [second, third])
    let fourth = try keyset.add()
    try keyset.retire(fourth)
    #expect(keyset.entries.map(\.state) == [.retired, .primary, .retired])
  }

  @Test func keepsThePrimaryKeyAndKnowsItsKeys() throws {
    var keyset = try Keyset()
    let primary = keyset.primaryID
    #expect(throws: CryptoError.primaryKeyNeeded) { try keyset.destroy(primary) }
    #expect(throws: CryptoError.primaryKeyNeeded) { try keyset.retire(primary) }
    let stranger = primary == 1 ? UInt32(2) : 1
    #expect(throws: CryptoError.unknownKey(id: stranger)) { try keyset.promote(stranger) }
    #expect(throws: CryptoError.unknownKey(id: stranger)) { try keyset.destroy(stranger) }
  }

  @Test func drawsIdentifiersAgainThatAreTaken() throws {
    // The source gives the identifier 1 until it has been asked often enough, as one in four billion does by chance.
    let source = RepeatingRandomness(repeats: 5)
    var keyset = try Keyset(importingPlaintext: plaintext([(1, 1)]))
    let id = try keyset.append(.standby, from: source)
    #expect(id != 1 && id != 0)
    #expect(keyset.entries.count == 2)
  }

  @Test func opensUnderItsKeyAndNameOnly() throws {
    var keyset = try Keyset()
    try keyset.rotate()
    try keyset.add()
    let sealed = try keyset.sealed(under: Self.wrapping, named: "patients")
    #expect(sealed.count == 48 + 3 * 37)
    let opened = try Keyset(opening: sealed, under: Self.wrapping, named: "patients")
    #expect(opened.entries == keyset.entries)
    #expect(opened.keys.map(\.secret) == keyset.keys.map(\.secret))
    #expect(throws: CryptoError.authenticationFailed) {
      try Keyset(opening: sealed, under: Self.wrapping, named: "payments")
    }
    let other = SymmetricKey(data: [UInt8](repeating: 8, count: 32))
    #expect(throws: CryptoError.authenticationFailed) {
      try Keyset(opening: sealed, under: other, named: "patients")
    }
  }

  @Test func refusesEveryTruncationAndEveryFlippedBit() throws {
    let sealed = try Keyset().sealed(under: Self.wrapping, named: "patients")
    for cut in 0..<sealed.count {
      #expect(throws: CryptoError.self) {
        try Keyset(opening: sealed.prefix(cut), under: Self.wrapping, named: "patients")
      }
    }
    for bit in 0..<sealed.count * 8 {
      var changed = sealed
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: CryptoError.self) {
        try Keyset(opening: changed, under: Self.wrapping, named: "patients")
      }
    }
    #expect(throws: CryptoError.authenticationFailed) {
      try Keyset(opening: sealed + [0], under: Self.wrapping, named: "patients")
    }
    #expect(throws: CryptoError.outOfRange(lower: 0, upper: 65536)) {
      try Keyset(opening: Data(count: 65537), under: Self.wrapping, named: "patients")
    }
  }

  @Test func refusesWrappingKeysAndNamesThatDoNotDo() throws {
    let keyset = try Keyset()
    #expect(throws: CryptoError.outOfRange(lower: 256, upper: 256)) {
      try keyset.sealed(under: SymmetricKey(data: [UInt8](repeating: 1, count: 16)), named: "patients")
    }
    #expect(throws: CryptoError.outOfRange(lower: 1, upper: 1024)) {
      try keyset.sealed(under: Self.wrapping, named: "")
    }
  }

  /// Gives words from which the identifier 1 is drawn, and others later on.
  private final class RepeatingRandomness: Randomness {
    private let left: Protected<Int>
    init(repeats: Int) { left = Protected(repeats) }

    func fill(_ bytes: inout MutableRawSpan) {
      let isRepeat = left.withLock { left in
        left -= 1
        return left >= 0
      }
      // 2^64 - 1 is a multiple of 2^32 - 1, so that this word stands for the first identifier.
      for offset in 0..<bytes.byteCount {
        bytes.storeBytes(of: isRepeat ? 0xFF : UInt8(offset + 1), toByteOffset: offset, as: UInt8.self)
      }
    }
  }

  private func plaintext(_ entries: [(id: UInt8, state: UInt8)], version: UInt8 = 1, extra: Int = 0)
    -> SecretBytes
  {
    var bytes: [UInt8] = [version, 0, UInt8(entries.count)]
    for entry in entries {
      bytes += [0, 0, 0, entry.id, entry.state]
      bytes += [UInt8](repeating: entry.id, count: 32)
    }
    return SecretBytes(copying: bytes + [UInt8](repeating: 0, count: extra))
  }

  @Test func readsThePlaintextThatItExports() throws {
    let keyset = try Keyset(importingPlaintext: plaintext([(1, 3), (2, 1), (3, 2)]))
    #expect(keyset.entries.map(\.id) == [1, 2, 3] && keyset.primaryID == 2)
    let again = SharedSecretBytes(keyset.exportedPlaintextExposingEveryKey())
    #expect(again == SharedSecretBytes(plaintext([(1, 3), (2, 1), (3, 2)])))
  }

  @Test func refusesPlaintextsThatAreNoKeyset() {
    let faults: [(entries: [(id: UInt8, state: UInt8)], version: UInt8, extra: Int)] = [
      ([], 1, 0), ([(1, 2)], 1, 0), ([(1, 1), (2, 1)], 1, 0), ([(1, 1), (1, 2)], 1, 0), ([(0, 1)], 1, 0),
      ([(1, 0)], 1, 0), ([(1, 4)], 1, 0), ([(1, 1)], 2, 0), ([(1, 1)], 1, 1),
    ]
    for fault in faults {
      #expect(throws: CryptoError.self, "\(fault)") {
        try Keyset(importingPlaintext: plaintext(fault.entries, version: fault.version, extra: fault.extra))
      }
    }
    let whole: [UInt8] = [1, 0, 1] + [UInt8](repeating: 1, count: 37)
    for count in 0..<40 {
      #expect(throws: CryptoError.truncated(.keyset)) {
        try Keyset(importingPlaintext: SecretBytes(copying: Array(whole.prefix(count))))
      }
    }
  }

  @Test func showsNothingOfItsKeys() throws {
    let probe = LeakProbe(marker: "c3cr3tMarker7f1dc3cr3tMarker7f1d")
    let bytes = [1, 0, 1, 0, 0, 0, 7, 1] + Array(probe.marker.utf8)
    let keyset = try Keyset(importingPlaintext: SecretBytes(copying: bytes))
    #expect(probe.leaks(in: keyset).isEmpty)
    #expect("\(keyset)" == "Keyset(7 primary)")
    #expect(probe.leaks(in: try FieldSealer(keyset)).isEmpty)
    #expect(probe.leaks(in: try BlindIndex(keyset, table: "t", column: "c", normalization: .none)).isEmpty)
    let sealed = try keyset.sealed(under: Self.wrapping, named: "patients")
    #expect(probe.leaks(in: Array(sealed)).isEmpty)
  }
}
