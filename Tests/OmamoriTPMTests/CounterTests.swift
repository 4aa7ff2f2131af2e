import OmamoriCore
import OmamoriTPM
import TestSupport
import Testing

@Suite(.enabled(if: SoftwareTPM.isThere))
struct CounterTests {
  private let tpm: SoftwareTPM
  private let device: TPMDevice
  private let key = SharedSecretBytes([UInt8](repeating: 0xa5, count: 32))
  private let counter: TPMCounter

  init() throws {
    tpm = try SoftwareTPM()
    device = try tpm.device
    counter = try TPMCounter(index: 0x0180_0100, authorization: key)
  }

  @Test func countsUpAcrossRestarts() throws {
    let first = try device.create(counter)
    #expect(try device.read(counter) == first)
    #expect(try device.increment(counter) == first + 1)
    tpm.stop()
    try tpm.start()
    #expect(try device.read(counter) == first + 1)
    #expect(try device.increment(counter) == first + 2)
    #expect(try tpm.leftovers() == "")
  }

  @Test func cannotBeLowered() throws {
    var highest = try device.create(counter)
    for _ in 0..<5 { highest = try device.increment(counter) }
    #expect(throws: TPMError.counterExists) { _ = try device.create(counter) }
    try device.remove(counter)
    #expect(throws: TPMError.counterMissing) { _ = try device.read(counter) }
    #expect(try device.create(counter) > highest, "a counter made again goes on above the old one")

    // Not even one at another place starts lower.
    let other = try TPMCounter(index: 0x0180_0101, authorization: key)
    #expect(try device.create(other) > highest)
  }

  @Test func needsItsKey() throws {
    _ = try device.create(counter)
    let stranger = try TPMCounter(index: counter.index, authorization: SharedSecretBytes("another key"))
    #expect(throws: TPMError.wrongAuthorization) { _ = try device.read(stranger) }
    #expect(throws: TPMError.wrongAuthorization) { _ = try device.increment(stranger) }
    #expect(try device.lockout().wrongTries == 0)
  }

  @Test func isMissing() {
    #expect(throws: TPMError.counterMissing) { _ = try device.read(counter) }
    #expect(throws: TPMError.counterMissing) { _ = try device.increment(counter) }
    #expect(throws: TPMError.counterMissing) { try device.remove(counter) }
  }

  @Test func somethingElseAtTheIndex() throws {
    try tpm.run("tpm2_nvdefine", "0x01800100", "-s", "8", "-a", "ownerread|ownerwrite|authread|authwrite")
    #expect(throws: TPMError.notACounter) { _ = try device.read(counter) }
    #expect(throws: TPMError.notACounter) { try device.remove(counter) }
    #expect(throws: TPMError.counterExists) { _ = try device.create(counter) }
  }

  @Test func needsTheOwnerToBeMade() throws {
    try tpm.run("tpm2_changeauth", "-c", "owner", "owner value")
    #expect(throws: TPMError.ownerAuthorizationRequired) { _ = try device.create(counter) }
  }

  @Test(arguments: [0, 0x017f_ffff, 0x01c0_0000, UInt32.max])
  func indexOutOfRange(index: UInt32) {
    #expect(throws: TPMError.invalidIndex) { try TPMCounter(index: index, authorization: key) }
  }

  @Test func keyOfNoBytesOrTooMany() {
    for bytes in [[], [UInt8](repeating: 1, count: 33)] {
      #expect(throws: TPMError.invalidLength(limit: 32)) {
        try TPMCounter(index: 0x0180_0100, authorization: SharedSecretBytes(bytes))
      }
    }
  }
}
