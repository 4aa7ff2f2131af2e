import OmamoriCore
import OmamoriTPM
import TestSupport
import Testing

@Suite(.enabled(if: SoftwareTPM.isThere))
struct SealingTests {
  private let tpm: SoftwareTPM
  private let device: TPMDevice
  private let secret = SharedSecretBytes("a key of thirty-two bytes, really")

  init() throws {
    tpm = try SoftwareTPM()
    device = try tpm.device
  }

  @Test(arguments: [1, 31, 32, 33, 127, 128])
  func everyLength(count: Int) throws {
    let secret = SharedSecretBytes((0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) })
    let object = try device.seal(secret)
    #expect(try device.opens(object, to: secret))
    #expect(object.bytes.count <= SealedObject.longest)
  }

  @Test(arguments: [0, 129, 4096])
  func tooLong(count: Int) {
    let secret = SharedSecretBytes([UInt8](repeating: 1, count: count))
    #expect(throws: TPMError.invalidLength(limit: 128)) { try device.seal(secret) }
  }

  @Test func survivesEncodingAndRestart() throws {
    let bytes = try device.seal(secret, pin: SharedSecretBytes("1234")).bytes
    tpm.stop()
    try tpm.start()
    let object = try SealedObject(bytes: bytes)
    #expect(try device.opens(object, pin: SharedSecretBytes("1234"), to: secret))
  }

  @Test func differsEachTimeAndHidesTheSecret() throws {
    let (one, other) = (try device.seal(secret), try device.seal(secret))
    #expect(one.bytes != other.bytes)
    let text = String(decoding: one.bytes, as: UTF8.self)
    #expect(!text.contains("thirty"))
  }

  @Test func anotherTPMRefuses() throws {
    let object = try device.seal(secret)
    let other = try SoftwareTPM()
    #expect(throws: TPMError.otherDevice) { _ = try other.device.unseal(object) }
  }

  @Test func aClearedTPMRefuses() throws {
    let object = try device.seal(secret)
    try tpm.run("tpm2_clear")
    #expect(throws: TPMError.otherDevice) { _ = try device.unseal(object) }
  }

  @Test func registers() throws {
    let pin = SharedSecretBytes("1234")
    let registers: PlatformRegisters = [.secureBoot, .register(16), .register(23)]
    let open = try device.seal(secret, registers: registers)
    let closed = try device.seal(secret, pin: pin, registers: registers)
    let bytes = closed.bytes
    #expect(try device.opens(open, to: secret))
    #expect(try device.opens(SealedObject(bytes: bytes), pin: pin, to: secret))
    #expect(throws: TPMError.wrongAuthorization) {
      _ = try device.unseal(closed, pin: SharedSecretBytes("4321"))
    }
    #expect(throws: TPMError.pinMissing) { _ = try device.unseal(closed) }

    try tpm.run("tpm2_pcrextend", "16:sha256=" + String(repeating: "ab", count: 32))
    #expect(throws: TPMError.systemChanged) { _ = try device.unseal(open) }
    #expect(throws: TPMError.systemChanged) { _ = try device.unseal(closed, pin: pin) }
  }

  @Test func random() throws {
    let one = try device.random(100)
    let other = try device.random(100)
    let isSame = one.isEqual(to: other)
    #expect(!isSame)
    #expect(one.count == 100)
    #expect(throws: TPMError.invalidLength(limit: 1024)) { _ = try device.random(1025) }
  }

  @Test func nothingStaysInTheTPM() throws {
    let pin = SharedSecretBytes("1234")
    for _ in 0..<50 {
      let object = try device.seal(secret, pin: pin, registers: .secureBoot)
      #expect(try device.opens(object, pin: pin, to: secret))
    }
    let object = try device.seal(secret, pin: pin)
    #expect(throws: TPMError.wrongAuthorization) {
      _ = try device.unseal(object, pin: SharedSecretBytes("0"))
    }
    #expect(throws: TPMError.pinMissing) { _ = try device.unseal(object) }
    #expect(try tpm.leftovers() == "")
  }

  @Test func ownerAuthorization() throws {
    try tpm.run("tpm2_changeauth", "-c", "owner", "owner value")
    #expect(throws: TPMError.ownerAuthorizationRequired) { try device.seal(secret) }
    let owner = SharedSecretBytes("owner value")
    let owned = TPMDevice(at: try tpm.address, ownerAuthorization: owner)
    let object = try owned.seal(secret)
    #expect(try owned.opens(object, to: secret))
  }
}
