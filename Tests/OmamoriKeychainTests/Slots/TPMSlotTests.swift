import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriTPM
import TestSupport
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// Slots of a TPM, against one in software.
@Suite(.enabled(if: SoftwareTPM.isThere))
struct TPMSlotTests {
  private let software: SoftwareTPM
  private let services: SlotServices
  private let device = DeviceKey()
  private let now = Date(timeIntervalSince1970: 1_700_000_000)
  private let pin = Password("2580 and far more than thirty-two bytes of it")

  init() throws {
    software = try SoftwareTPM()
    services = SlotServices(tpm: TPM(try software.device))
  }

  private func keybag(pin: Password?) throws(KeychainError) -> OpenKeybag {
    try OpenKeybag(
      creating: StoreID(), slot: NewSlot("Machine", .tpm(pin: pin)), device: device, services: services,
      now: now)
  }

  private func open(
    _ sealed: SealedKeybag, pin: Password?, with services: SlotServices
  ) throws(KeychainError) -> OpenKeybag {
    try OpenKeybag(opening: sealed, with: .tpm(pin: pin), device: device, services: services)
  }

  @Test func opensAlsoAfterARestart() throws {
    let keybag = try keybag(pin: nil)
    let sealed = try keybag.sealed()
    #expect(try open(sealed, pin: nil, with: services).key == keybag.key)
    software.stop()
    #expect(throws: KeychainError.unavailable(.tpm)) { try open(sealed, pin: nil, with: services) }
    try software.start()
    #expect(try open(sealed, pin: nil, with: services).key == keybag.key)
  }

  @Test func wrongAndMissingPIN() throws {
    let keybag = try keybag(pin: pin)
    let sealed = try keybag.sealed()
    #expect(try open(sealed, pin: pin, with: services).key == keybag.key)
    #expect(throws: KeychainError.wrongCredential) { try open(sealed, pin: nil, with: services) }
    #expect(try software.device.lockout().wrongTries == 0, "a missing PIN does not count")
    #expect(throws: KeychainError.wrongCredential) { try open(sealed, pin: Password("2581"), with: services) }
    #expect(try software.device.lockout().wrongTries == 1)
    #expect(try software.leftovers() == "")
  }

  @Test func lockout() throws {
    let sealed = try keybag(pin: pin).sealed()
    let state = try software.device.lockout()
    for _ in 0..<state.limit {
      #expect(throws: KeychainError.wrongCredential) { try open(sealed, pin: Password("no"), with: services) }
    }
    #expect(throws: KeychainError.lockedOut(seconds: state.secondsPerTry)) {
      try open(sealed, pin: pin, with: services)
    }
    try software.run("tpm2_dictionarylockout", "--clear-lockout")
    _ = try open(sealed, pin: pin, with: services)
  }

  @Test func anotherTPMRefuses() throws {
    let sealed = try keybag(pin: nil).sealed()
    let other = try SoftwareTPM()
    let services = SlotServices(tpm: TPM(try other.device))
    #expect(throws: KeychainError.invalidated) { try open(sealed, pin: nil, with: services) }
    #expect(throws: KeychainError.unavailable(.tpm)) { try open(sealed, pin: nil, with: .none) }
  }

  @Test func aChangedSlotIsRefused() throws {
    let sealed = try keybag(pin: nil).sealed()
    var slot = sealed.slots[0]
    guard case .tpm(let salt, let hasPIN, var object) = slot.parameters else {
      Issue.record("the slot is one of a TPM")
      return
    }
    object[object.count - 1] ^= 1
    slot.parameters = .tpm(salt: salt, hasPIN: hasPIN, sealed: object)
    let changed = try SealedKeybag(store: sealed.store, slots: [slot], keys: sealed.keys)
    #expect(throws: KeychainError.corrupt(.slots)) { try open(changed, pin: nil, with: services) }
  }

  @Test func aHangingTPMDoesNotHoldTheStore() throws {
    let sealed = try keybag(pin: nil).sealed()
    let services = SlotServices(tpm: TPM(try software.device, timeout: .milliseconds(300)))
    software.signal(SIGSTOP)
    #expect(throws: KeychainError.unavailable(.tpm)) { try open(sealed, pin: nil, with: services) }
    software.signal(SIGCONT)
  }
}
