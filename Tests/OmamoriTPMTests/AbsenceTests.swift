import Foundation
import OmamoriCore
import OmamoriTPM
import TestSupport
import Testing

@Suite struct AbsenceTests {
  private let secret = SharedSecretBytes("secret")

  @Test func withoutTheLibraries() async throws {
    let absent = TPMLibrary(esys: "libomamori-none.so.0", marshalling: "libtss2-mu.so.0", loader: "libc.so.6")
    #expect(!absent.isPresent)
    let device = TPMDevice(at: .kernel, library: absent)
    #expect(throws: TPMError.unavailable(.library)) { try device.seal(secret) }
    #expect(throws: TPMError.unavailable(.library)) { try device.lockout() }
    #expect(throws: TPMError.unavailable(.library)) { _ = try device.random(8) }
    await #expect(throws: TPMError.unavailable(.library)) { _ = try await TPM(device).random(8) }
  }

  @Test func withLibrariesThatAreOthers() {
    let other = TPMLibrary(esys: "libc.so.6", marshalling: "libc.so.6", loader: "libc.so.6")
    #expect(!other.isPresent)
  }

  @Test(
    .enabled(if: TPMLibrary.standard.isPresent),
    arguments: [
      "device:/dev/omamori-none", "swtpm:path=/nonexistent/socket", "mssim:host=127.0.0.1,port=1",
      "swtpm:nonsense",
    ])
  func withoutADevice(address: String) throws {
    let device = TPMDevice(at: try TPMAddress(address))
    #expect(throws: TPMError.unavailable(.device)) { try device.seal(secret) }
    #expect(throws: TPMError.unavailable(.device)) { try device.lockout() }
  }

  @Test(.enabled(if: SoftwareTPM.isThere)) func aTPMThatDies() async throws {
    let software = try SoftwareTPM()
    let device = try software.device
    let object = try device.seal(secret)
    let start = ContinuousClock.now
    software.stop()
    #expect(throws: TPMError.unavailable(.device)) { _ = try device.unseal(object) }
    #expect(start.duration(to: .now) < .seconds(2))
    try software.start()
    #expect(try device.opens(object, to: secret))
  }

  @Test(.enabled(if: SoftwareTPM.isThere)) func aTPMThatDiesWhileItIsAsked() async throws {
    let software = try SoftwareTPM()
    let tpm = TPM(try software.device, timeout: .seconds(20))
    software.signal(SIGSTOP)
    let answer = Task { try await tpm.random(8).count }
    try await Task.sleep(for: .milliseconds(200))
    software.stop()
    await #expect(throws: TPMError.unavailable(.device)) { try await answer.value }
  }

  @Test(.enabled(if: SoftwareTPM.isThere)) func aTPMThatHangs() async throws {
    let software = try SoftwareTPM()
    let tpm = TPM(try software.device, timeout: .seconds(5))
    _ = try await tpm.random(8)
    software.signal(SIGSTOP)
    let start = ContinuousClock.now
    await #expect(throws: TPMError.unavailable(.noAnswer)) { _ = try await tpm.random(8) }
    await #expect(throws: TPMError.unavailable(.noAnswer)) { _ = try await tpm.random(8) }
    #expect(throws: TPMError.unavailable(.noAnswer)) { try tpm.wait { _ in 1 } }
    #expect(start.duration(to: .now) < .seconds(9), "those after the first do not wait again")

    software.signal(SIGCONT)
    let end = ContinuousClock.now.advanced(by: .seconds(30))
    var works = false
    while !works, .now < end {
      works = (try? await tpm.random(8)) != nil
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(works)
  }

  @Test(.enabled(if: SoftwareTPM.isThere)) func aThreadDoesNotWaitForEver() throws {
    let software = try SoftwareTPM()
    let tpm = TPM(try software.device, timeout: .milliseconds(300))
    #expect(try tpm.wait { (device) throws(TPMError) in SharedSecretBytes(try device.random(8)).count } == 8)
    #expect(throws: TPMError.pinMissing) {
      try tpm.wait { (device) throws(TPMError) in
        let object = try device.seal(SharedSecretBytes("secret"), pin: SharedSecretBytes("1"))
        return SharedSecretBytes(try device.unseal(object))
      }
    }
    software.signal(SIGSTOP)
    let start = ContinuousClock.now
    #expect(throws: TPMError.unavailable(.noAnswer)) {
      try tpm.wait { (device) throws(TPMError) in try device.lockout() }
    }
    #expect(start.duration(to: .now) < .seconds(2))
    software.signal(SIGCONT)
  }

  @Test(.enabled(if: SoftwareTPM.isThere)) func cancellation() async throws {
    let software = try SoftwareTPM()
    let tpm = TPM(try software.device, timeout: .seconds(20))
    software.signal(SIGSTOP)
    let running = Task { try await tpm.random(8).count }
    let queued = Task { try await tpm.random(8).count }
    try await Task.sleep(for: .milliseconds(100))
    for task in [queued, running] {
      task.cancel()
      await #expect(throws: TPMError.cancelled) { try await task.value }
    }
    software.signal(SIGCONT)
    #expect(try await tpm.random(8).count == 8)
  }
}
