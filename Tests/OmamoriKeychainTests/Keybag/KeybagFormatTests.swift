import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

@Suite struct KeybagFormatTests {
  private static let key = SymmetricKey(size: .bits256)

  private static func opens(_ bytes: [UInt8], _ store: StoreID, _ slots: [SlotRecord], _ device: DeviceKey)
    throws(KeychainError) -> Keybag
  {
    try Keybag(opening: bytes, under: key, store: store, slots: slots, device: device)
  }

  @Test func comesBackAsItWas() throws {
    let device = DeviceKey()
    var open = try Samples.keybag(RecoveryCode(), device: device)
    open.keybag.generation = 77
    let bytes = try open.keybag.sealed(under: Self.key, store: open.store, slots: open.slots)
    #expect(try Keybag.generation(of: bytes) == 77)
    let back = try Self.opens(bytes, open.store, open.slots, device)
    #expect(back.generation == 77)
    #expect(back.index == open.keybag.index && back.integrity == open.keybag.integrity)
    #expect(back.gate == open.keybag.gate && back.passcode == nil && back.escrow == open.keybag.escrow)
    #expect(back.classes.count == 4)
    for accessibility in ItemAccessibility.allCases {
      #expect(back.classes[accessibility]?.key == open.keybag.classes[accessibility]?.key)
    }
  }

  @Test func noticesEveryFlippedBitAndEveryTruncation() throws {
    let device = DeviceKey()
    let open = try Samples.keybag(RecoveryCode(), device: device)
    let bytes = try open.keybag.sealed(under: Self.key, store: open.store, slots: open.slots)
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        #expect(throws: KeychainError.self) { try Self.opens(changed, open.store, open.slots, device) }
      }
      #expect(throws: KeychainError.corrupt(.keybag)) {
        try Self.opens(Array(bytes[..<index]), open.store, open.slots, device)
      }
    }
    #expect(throws: KeychainError.corrupt(.keybag)) {
      try Self.opens(bytes + [0], open.store, open.slots, device)
    }
  }

  @Test func saysThatANewerFormatIsNewer() throws {
    let open = try Samples.keybag(RecoveryCode())
    var bytes = try open.keybag.sealed(under: Self.key, store: open.store, slots: open.slots)
    bytes[3] = 2
    #expect(throws: KeychainError.newerFormat(version: 2)) { try Keybag.generation(of: bytes) }
  }

  @Test func isBoundToItsStoreAndKey() throws {
    let device = DeviceKey()
    let open = try Samples.keybag(RecoveryCode(), device: device)
    let bytes = try open.keybag.sealed(under: Self.key, store: open.store, slots: open.slots)
    let other = try StoreID()
    #expect(throws: KeychainError.corrupt(.keybag)) { try Self.opens(bytes, other, open.slots, device) }
    #expect(throws: KeychainError.corrupt(.keybag)) {
      try Keybag(
        opening: bytes, under: SymmetricKey(size: .bits256), store: open.store, slots: open.slots,
        device: device)
    }
  }

  @Test func readsAnyBytesInTheClearWithoutHarm() throws {
    let device = DeviceKey()
    let open = try Samples.keybag(RecoveryCode(), device: device)
    let plain = SharedSecretBytes(open.keybag.encoded)
    let bytes = plain.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
    var refused = 0
    for index in bytes.indices {
      for value in [0, 1, 5, 0x7F, 0xFF] as [UInt8] {
        var changed = bytes
        changed[index] = value
        if !Self.decodes(changed, open.store) { refused += 1 }
      }
      #expect(!Self.decodes(Array(bytes[..<index]), open.store))
    }
    #expect(refused > 0)
    #expect(!Self.decodes(bytes + [0], open.store))
    #expect(!Self.decodes([UInt8](repeating: 1, count: Keybag.greatestByteCount + 1), open.store))
  }

  private static func decodes(_ bytes: [UInt8], _ store: StoreID) -> Bool {
    SharedSecretBytes(SecretBytes(copying: bytes)).withBytes {
      (try? Keybag(decoding: $0, generation: 1, store: store, device: nil)) != nil
    }
  }

  @Test func holdsAsManySlotsAsThereCanBe() throws {
    var open = try Samples.keybag(RecoveryCode())
    for number in 2...KeychainSlot.greatestCount {
      try open.add(NewSlot("Slot \(number)", .recoveryCode(RecoveryCode())))
    }
    #expect(throws: KeychainError.slot(.tooMany)) {
      try open.add(NewSlot("One more", .recoveryCode(RecoveryCode())))
    }
    let sealed = try open.sealed()
    #expect(sealed.slots.count == 32)
    #expect(sealed.keys.count < Keybag.greatestByteCount)
    #expect(try open.following(sealed, device: nil).keybag.escrow.count == 32)
  }
}
