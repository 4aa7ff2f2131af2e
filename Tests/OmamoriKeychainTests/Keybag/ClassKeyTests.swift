import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

@Suite struct ClassKeyTests {
  private static let bound: [ItemAccessibility] = [
    .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly,
  ]

  @Test func givesEachLockStateItsKeys() throws {
    let device = DeviceKey()
    var open = try Samples.keybag(RecoveryCode(), device: device)
    try open.add(Samples.passphraseSlot(), device: device)
    let unlocked = open.ring(.unlocked)
    #expect(Set(unlocked.classes.keys) == Set(ItemAccessibility.allCases))
    let locked = open.ring(.locked)
    #expect(Set(locked.classes.keys) == [.afterFirstUnlock, .afterFirstUnlockThisDeviceOnly])
    #expect(locked.index == unlocked.index && locked.integrity != nil && locked.access != nil)
    #expect(throws: KeychainError.locked) { try locked.keys(of: .whenUnlocked) }
    #expect(throws: KeychainError.locked) { try locked.keys(of: .whenPasscodeSetThisDeviceOnly) }
    for state in [KeychainLockState.beforeFirstUnlock, .unavailable] {
      let nothing = open.ring(state)
      #expect(nothing.classes.isEmpty && nothing.index == nil && nothing.integrity == nil)
      #expect(nothing.access == nil)
      #expect(throws: KeychainError.locked) { try nothing.keys(of: .afterFirstUnlock) }
    }
    let keys = unlocked.classes.values.flatMap { [$0.metadata.plain, $0.secret.plain] }
    #expect(Set(keys).count == 10)
  }

  @Test func needsTheDeviceForItsDevicesItems() throws {
    let (code, device) = (try RecoveryCode(), DeviceKey())
    let open = try Samples.keybag(code, device: device)
    let sealed = try open.sealed()
    for other in [nil, DeviceKey()] {
      let ring = try OpenKeybag(sealed, .recoveryCode(code), device: other).ring(.unlocked)
      #expect(try ring.keys(of: .whenUnlocked).secret == open.ring(.unlocked).keys(of: .whenUnlocked).secret)
      for accessibility in Self.bound {
        #expect(throws: KeychainError.invalidated) { try ring.keys(of: accessibility) }
      }
    }
    // Whoever opens and changes the store elsewhere does not take the items away from their own device.
    var elsewhere = try OpenKeybag(sealed, .recoveryCode(code))
    try elsewhere.add(NewSlot("Second", .recoveryCode(RecoveryCode())))
    #expect(try elsewhere.rotateClassKeys(device: nil) == [.whenUnlocked, .afterFirstUnlock])
    let back = try OpenKeybag(elsewhere.sealed(), .recoveryCode(code), device: device)
    for accessibility in Self.bound {
      let before = try open.ring(.unlocked).keys(of: accessibility)
      #expect(try back.ring(.unlocked).keys(of: accessibility).secret == before.secret)
    }
  }

  @Test func renewsTheKeysOfClasses() throws {
    let (code, device) = (try RecoveryCode(), DeviceKey())
    let old = try Samples.keybag(code, device: device)
    var new = old
    #expect(try new.rotateClassKeys(device: device).count == 4)
    for accessibility in ItemAccessibility.allCases where accessibility != .whenPasscodeSetThisDeviceOnly {
      let before = try old.ring(.unlocked).keys(of: accessibility)
      let after = try new.ring(.unlocked).keys(of: accessibility)
      #expect(before.secret != after.secret && before.metadata != after.metadata)
    }
    #expect(new.key != old.key && new.keybag.index == old.keybag.index)
    let back = try OpenKeybag(new.sealed(), .recoveryCode(code), device: device)
    #expect(
      try back.ring(.unlocked).keys(of: .whenUnlockedThisDeviceOnly).secret
        == new.ring(.unlocked).keys(of: .whenUnlockedThisDeviceOnly).secret)
  }

  @Test func startsAnewOnAnotherDevice() throws {
    let (code, other) = (try RecoveryCode(), DeviceKey())
    let sealed = try Samples.keybag(code).sealed()
    var moved = try OpenKeybag(sealed, .recoveryCode(code), device: other)
    #expect(Set(try moved.bind(to: other)) == Set(Self.bound))
    #expect(try moved.bind(to: other) == [])
    let back = try OpenKeybag(moved.sealed(), .recoveryCode(code), device: other)
    for accessibility in Self.bound { _ = try back.ring(.unlocked).keys(storing: accessibility) }
  }
}
