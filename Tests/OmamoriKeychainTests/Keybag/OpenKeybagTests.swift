import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

@Suite struct OpenKeybagTests {
  @Test func opensWithItsSlotsAndNothingElse() throws {
    let (code, device) = (try RecoveryCode(), DeviceKey())
    var open = try Samples.keybag(code, device: device)
    try open.add(Samples.passphraseSlot(), device: device)
    let sealed = try open.sealed()
    for credential in [SlotCredential.recoveryCode(code), .passphrase(Samples.passphrase)] {
      let back = try OpenKeybag(sealed, credential, device: device)
      #expect(back.key == open.key)
      #expect(back.keybag.index == open.keybag.index)
    }
    #expect(throws: KeychainError.wrongCredential) {
      try OpenKeybag(sealed, .passphrase(Password("correct horse battery stable")))
    }
    #expect(throws: KeychainError.wrongCredential) { try OpenKeybag(sealed, .recoveryCode(RecoveryCode())) }
    #expect(throws: KeychainError.slot(.notFound)) { try OpenKeybag(sealed, .tpm(pin: nil)) }
    #expect(throws: KeychainError.slot(.notFound)) { try OpenKeybag(sealed, .secretService) }
  }

  @Test func showsNothingOfItsKeys() throws {
    let (code, device) = (try RecoveryCode(), DeviceKey())
    var open = try Samples.keybag(code, device: device)
    try open.add(Samples.passphraseSlot(), device: device)
    let everything = try open.sealed().everything
    var keys = [open.key, open.keybag.index, open.keybag.integrity, open.keybag.gate]
    keys += open.keybag.escrow.values
    keys += open.keybag.classes.values.compactMap(\.key)
    #expect(keys.count == 11)
    for key in keys { #expect(!everything.contains(key.plain)) }
    let secret = code.secret.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
    #expect(!everything.contains(secret))
  }

  @Test func noticesAChangedListOfSlots() throws {
    let (code, device) = (try RecoveryCode(), DeviceKey())
    var open = try Samples.keybag(code, device: device)
    try open.add(NewSlot("Second", .recoveryCode(RecoveryCode())))
    let sealed = try open.sealed()
    let credential = SlotCredential.recoveryCode(code)
    _ = try OpenKeybag(sealed, credential)

    let (first, second) = (sealed.slots[0], sealed.slots[1])
    var renamed = second
    renamed.name = "Third"
    var another = second
    another.parameters = .recoveryCode(salt: [UInt8](repeating: 3, count: 16))
    let older = SlotRecord(
      id: second.id, name: second.name, created: 0, parameters: second.parameters,
      wrappedKey: second.wrappedKey)
    let added = SlotRecord(
      id: SlotID([UInt8](repeating: 9, count: 16)), name: "New", created: 0, parameters: second.parameters,
      wrappedKey: second.wrappedKey)
    for slots in [[first], [first, renamed], [first, another], [first, older], [first, second, added]] {
      let changed = try SealedKeybag(store: sealed.store, slots: slots, keys: sealed.keys)
      #expect(throws: KeychainError.corrupt(.keybag)) { try OpenKeybag(changed, credential) }
    }
    let turned = try SealedKeybag(store: sealed.store, slots: [second, first], keys: sealed.keys)
    #expect(try OpenKeybag(turned, credential).key == open.key)
    #expect(throws: KeychainError.corrupt(.slots)) {
      try SealedKeybag(store: sealed.store, slots: [], keys: sealed.keys)
    }
    #expect(throws: KeychainError.corrupt(.slots)) {
      try SealedKeybag(store: sealed.store, slots: [first, first], keys: sealed.keys)
    }
  }

  @Test func noticesEveryFlippedBitOfTheSlots() throws {
    let code = try RecoveryCode()
    var open = try Samples.keybag(code)
    try open.add(NewSlot("Second", .recoveryCode(RecoveryCode())))
    let sealed = try open.sealed()
    let records = sealed.slots.map(\.encoded)
    for place in records.indices {
      for index in records[place].indices {
        for bit in 0..<8 {
          var changed = records
          changed[place][index] ^= 1 << UInt8(bit)
          #expect(throws: KeychainError.self) {
            try OpenKeybag(
              SealedKeybag(store: sealed.store, records: changed, keys: sealed.keys), .recoveryCode(code))
          }
        }
      }
    }
  }

  @Test func renewsItsKeyWithoutAskingTheOtherSlots() throws {
    let (code, other) = (try RecoveryCode(), try RecoveryCode())
    var open = try Samples.keybag(code)
    let second = try open.add(NewSlot("Second", .recoveryCode(other)))
    let before = try open.sealed()
    let (key, generation) = (open.key, open.keybag.generation)
    _ = try open.remove(second.id)
    #expect(open.key != key && open.keybag.generation > generation)
    let after = try open.sealed()
    #expect(try OpenKeybag(after, .recoveryCode(code)).key == open.key)
    #expect(throws: KeychainError.wrongCredential) { try OpenKeybag(after, .recoveryCode(other)) }
    // The slot that was removed, put back into the new file, opens nothing.
    let back = try SealedKeybag(store: after.store, slots: before.slots, keys: after.keys)
    #expect(throws: KeychainError.corrupt(.keybag)) { try OpenKeybag(back, .recoveryCode(other)) }
    let mixed = try SealedKeybag(
      store: after.store, slots: after.slots + before.slots.filter { $0.id == second.id }, keys: after.keys)
    #expect(throws: KeychainError.corrupt(.keybag)) { try OpenKeybag(mixed, .recoveryCode(other)) }
    #expect(throws: KeychainError.corrupt(.keybag)) { try OpenKeybag(mixed, .recoveryCode(code)) }
  }

  @Test func keepsItsLastSlot() throws {
    var open = try Samples.keybag(RecoveryCode())
    #expect(throws: KeychainError.slot(.last)) { try open.remove(open.slots[0].id) }
    let stranger = SlotID([UInt8](repeating: 1, count: 16))
    #expect(throws: KeychainError.slot(.notFound)) { try open.remove(stranger) }
    #expect(throws: KeychainError.slot(.notFound)) { try open.rename(stranger, to: "x") }
  }

  @Test func followsWhatOthersWrote() throws {
    let code = try RecoveryCode()
    var here = try Samples.keybag(code)
    let before = try here.sealed()
    var there = here
    let second = try there.add(NewSlot("Second", .recoveryCode(RecoveryCode())))
    try there.rotateClassKeys(device: nil)
    let followed = try here.following(there.sealed(), device: nil)
    #expect(followed.key == there.key && followed.slots.count == 2)
    #expect(throws: KeychainError.rolledBack(expected: there.keybag.generation, found: 1)) {
      try there.following(before, device: nil)
    }
    // A process that knows only a slot that is gone has to ask again.
    _ = try there.remove(here.slots[0].id)
    #expect(throws: KeychainError.locked) { try here.following(there.sealed(), device: nil) }
    here = try followed.following(there.sealed(), device: nil)
    #expect(here.slots.map(\.id) == [second.id])
  }

  @Test func checksNames() throws {
    var open = try Samples.keybag(RecoveryCode())
    let code = try RecoveryCode()
    #expect(throws: KeychainError.slot(.nameTaken)) { try open.add(NewSlot("Paper", .recoveryCode(code))) }
    #expect(throws: KeychainError.invalidRequest(.emptyName)) {
      try open.add(NewSlot("", .recoveryCode(code)))
    }
    for name in [String(repeating: "é", count: 33), "a\nb", "a\u{1B}[2J", "a\u{202E}b", "\u{0}"] {
      #expect(throws: KeychainError.invalidRequest(.name)) {
        try open.add(NewSlot(name, .recoveryCode(code)))
      }
    }
    #expect(open.slots.count == 1)
    try open.add(NewSlot(String(repeating: "é", count: 32), .recoveryCode(code)))
    try open.rename(open.slots[0].id, to: "紙の控え")
    #expect(try open.sealed().slots[0].slot.name == "紙の控え")
    #expect(throws: KeychainError.slot(.nameTaken)) { try open.rename(open.slots[1].id, to: "紙の控え") }
  }
}

extension [UInt8] {
  /// Whether the other bytes occur in these.
  func contains(_ part: [UInt8]) -> Bool {
    guard part.count <= count else { return false }
    return (0...count - part.count).contains { self[$0..<$0 + part.count].elementsEqual(part) }
  }
}
