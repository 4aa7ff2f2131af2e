import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

@Suite struct PasscodeRuleTests {
  private let device = DeviceKey()

  @Test func comesWithTheFirstPassphraseAndGoesWithTheLast() throws {
    var open = try Samples.keybag(RecoveryCode(), device: device)
    #expect(open.keybag.passcode == nil)
    #expect(throws: KeychainError.unsupported(.accessibility)) {
      try open.ring(.unlocked).keys(storing: .whenPasscodeSetThisDeviceOnly)
    }
    let first = try open.add(Samples.passphraseSlot(), device: device)
    let passcode = try #require(open.keybag.passcode)
    let keys = try open.ring(.unlocked).keys(storing: .whenPasscodeSetThisDeviceOnly)
    let second = try open.add(
      Samples.passphraseSlot("Second", Password("another one")), proof: Samples.passphrase, device: device)
    #expect(open.keybag.passcode == passcode)
    #expect(try open.remove(first.id) == [])
    #expect(open.keybag.passcode == passcode)
    #expect(throws: KeychainError.slot(.lastPassphrase)) { try open.remove(second.id) }
    #expect(try open.remove(second.id, acceptingLoss: true) == [.whenPasscodeSetThisDeviceOnly])
    #expect(open.keybag.passcode == nil && open.keybag.classes[.whenPasscodeSetThisDeviceOnly] == nil)
    #expect(throws: KeychainError.invalidated) {
      try open.ring(.unlocked).keys(of: .whenPasscodeSetThisDeviceOnly)
    }
    try open.add(Samples.passphraseSlot(), device: device)
    #expect(open.keybag.passcode != passcode)
    #expect(try open.ring(.unlocked).keys(of: .whenPasscodeSetThisDeviceOnly).secret != keys.secret)
  }

  @Test func asksForAPassphraseBeforeAFurtherOneIsAdded() throws {
    var open = try Samples.keybag(RecoveryCode(), device: device)
    try open.add(Samples.passphraseSlot(), device: device)
    let slot = Samples.passphraseSlot("Second", Password("another one"))
    #expect(throws: KeychainError.denied) { try open.add(slot, device: device) }
    #expect(throws: KeychainError.wrongCredential) {
      try open.add(slot, proof: Password("a guess"), device: device)
    }
    #expect(open.slots.count == 2)
  }

  @Test func isNotAmongTheKeysOfAnOpenStore() throws {
    var open = try Samples.keybag(RecoveryCode(), device: device)
    try open.add(Samples.passphraseSlot(), device: device)
    let slot = try #require(open.slots.last)
    let publicKey = try #require(open.keybag.passcode)
    let wrapped = try #require(slot.wrappedPasscode)
    // Every key that the open store has is tried on what holds the private half.
    var keys = [open.key, open.keybag.index, open.keybag.integrity, open.keybag.gate]
    keys += open.keybag.escrow.values
    keys += open.keybag.classes.values.compactMap(\.key)
    let binding = Array("omamori keychain passcode".utf8) + open.store.bytes + slot.id.bytes + publicKey.bytes
    for key in keys { #expect(KeyWrap.openKey(wrapped, under: key, authenticating: binding) == nil) }
    let key = try #require(try SlotKey(slot, of: open.store, passphrase: Samples.passphrase))
    let passcode = try #require(key.passcode)
    #expect(KeyWrap.openKey(wrapped, under: passcode, authenticating: binding) != nil)
    #expect(!keys.contains(passcode))
  }

  @Test func survivesAnotherPassphrase() throws {
    var open = try Samples.keybag(RecoveryCode(), device: device)
    let slot = try open.add(Samples.passphraseSlot(), device: device)
    let (key, passcode) = (open.key, open.keybag.passcode)
    let new = Password("quite another one")
    #expect(throws: KeychainError.wrongCredential) {
      try open.changePassphrase(slot.id, from: new, to: new, cost: Samples.cost)
    }
    #expect(throws: KeychainError.invalidRequest(.weakSecret)) {
      try open.changePassphrase(slot.id, from: Samples.passphrase, to: Password(""), cost: Samples.cost)
    }
    #expect(open.key == key)
    try open.changePassphrase(slot.id, from: Samples.passphrase, to: new, cost: Samples.cost)
    #expect(open.key != key && open.keybag.passcode == passcode)
    let sealed = try open.sealed()
    #expect(try OpenKeybag(sealed, .passphrase(new), device: device).key == open.key)
    #expect(throws: KeychainError.wrongCredential) {
      try OpenKeybag(sealed, .passphrase(Samples.passphrase))
    }
    let publicKey = try #require(passcode)
    #expect(try sealed.slots.passcodeKey(publicKey, with: new, of: sealed.store).publicKey == publicKey)
  }

  @Test func refusesWeakPassphrases() throws {
    var open = try Samples.keybag(RecoveryCode(), device: device)
    let weak: [PasswordCost] = [
      .argon2id(memory: 1 << 10, passes: 2, lanes: 1), .argon2id(memory: 64 << 10, passes: 1, lanes: 1),
      .argon2id(memory: 2 << 20, passes: 2, lanes: 1), .argon2id(memory: 64 << 10, passes: 17, lanes: 1),
      .argon2id(memory: 64 << 10, passes: 3, lanes: 0), .argon2id(memory: .max, passes: .max, lanes: .max),
    ]
    for cost in weak {
      #expect(throws: KeychainError.invalidRequest(.weakSecret)) {
        try open.add(NewSlot("P", .passphrase(Samples.passphrase, cost: cost)), device: device)
      }
    }
    #expect(throws: KeychainError.invalidRequest(.weakSecret)) {
      try open.add(Samples.passphraseSlot("P", Password("")), device: device)
    }
    #expect(throws: KeychainError.unsupported(.slot)) {
      try open.add(NewSlot("P", .passphrase(Samples.passphrase, cost: .scrypt)), device: device)
    }
    #expect(open.keybag.passcode == nil && open.slots.count == 1)
  }
}
