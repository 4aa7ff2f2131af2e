import Foundation
import OmamoriCore
import OmamoriTPM
import TestSupport
import Testing

@Suite(.enabled(if: SoftwareTPM.isThere))
struct PINTests {
  private let tpm: SoftwareTPM
  private let device: TPMDevice
  private let secret = SharedSecretBytes("a key of thirty-two bytes, really")
  private let pin = SharedSecretBytes("2580")
  private let wrong = SharedSecretBytes("2581")

  init() throws {
    tpm = try SoftwareTPM()
    device = try tpm.device
  }

  @Test func rightWrongAndMissing() throws {
    let object = try device.seal(secret, pin: pin)
    #expect(try device.opens(object, pin: pin, to: secret))
    #expect(throws: TPMError.wrongAuthorization) { _ = try device.unseal(object, pin: wrong) }
    #expect(throws: TPMError.pinMissing) { _ = try device.unseal(object) }
    #expect(try device.opens(object, pin: pin, to: secret))
    #expect(try device.lockout().wrongTries == 1)
  }

  @Test func anObjectWithoutPINCountsNothing() throws {
    let object = try device.seal(secret)
    for _ in 0..<5 {
      #expect(throws: TPMError.wrongAuthorization) { _ = try device.unseal(object, pin: wrong) }
    }
    #expect(try device.lockout().wrongTries == 0)
    #expect(try device.opens(object, to: secret))
  }

  @Test func lengths() throws {
    let longest = SharedSecretBytes([UInt8](repeating: 9, count: 32))
    #expect(try device.opens(device.seal(secret, pin: longest), pin: longest, to: secret))
    for unusable in [[], [0, 0], [UInt8](repeating: 9, count: 33)] {
      #expect(throws: TPMError.invalidLength(limit: 32)) {
        try device.seal(secret, pin: SharedSecretBytes(unusable))
      }
    }
  }

  @Test func zeroBytesAtTheEndDoNotCount() throws {
    let padded = SharedSecretBytes([1, 2, 0, 0])
    let object = try device.seal(secret, pin: padded)
    #expect(try device.opens(object, pin: padded, to: secret))
    #expect(try device.opens(object, pin: SharedSecretBytes([1, 2]), to: secret))
  }

  @Test func lockoutAndRecovery() throws {
    try tpm.run(
      "tpm2_dictionarylockout", "--setup-parameters", "--max-tries=3", "--recovery-time=2",
      "--lockout-recovery-time=2")
    let (object, free) = (try device.seal(secret, pin: pin), try device.seal(secret))
    for _ in 0..<3 {
      #expect(throws: TPMError.wrongAuthorization) { _ = try device.unseal(object, pin: wrong) }
    }
    #expect(throws: TPMError.lockedOut(seconds: 2)) { _ = try device.unseal(object, pin: pin) }
    let state = try device.lockout()
    #expect(state.isLocked)
    #expect((state.limit, state.secondsPerTry ?? 0) == (3, 2))
    #expect(try device.opens(free, to: secret), "what has no PIN is not locked")
    #expect(try tpm.leftovers() == "")

    usleep(2_500_000)
    #expect(try device.opens(object, pin: pin, to: secret))
  }

  @Test func theAdministratorClearsALockout() throws {
    let object = try device.seal(secret, pin: pin)
    let limit = try device.lockout().limit
    for _ in 0..<limit {
      #expect(throws: TPMError.wrongAuthorization) { _ = try device.unseal(object, pin: wrong) }
    }
    let seconds = try device.lockout().secondsPerTry
    #expect(throws: TPMError.lockedOut(seconds: seconds)) { _ = try device.unseal(object, pin: pin) }
    try tpm.run("tpm2_dictionarylockout", "--clear-lockout")
    #expect(try device.opens(object, pin: pin, to: secret))
  }
}
