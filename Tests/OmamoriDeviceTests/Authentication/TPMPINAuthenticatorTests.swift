import Foundation
import OmamoriCore
import OmamoriTPM
import TestSupport
import Testing

@testable import OmamoriDevice
@testable import OmamoriDeviceLinux

private let hasSoftwareTPM =
  TPMLibrary.standard.isPresent && SoftwareTPM.isInstalled(with: "tpm2_dictionarylockout", "tpm2_pcrextend")

/// A TPM in software releases secrets for PINs.
@Suite(.enabled(if: hasSoftwareTPM), .timeLimit(.minutes(1)))
struct TPMPINAuthenticatorTests {
  private let tpm: SoftwareTPM
  private let secret = SharedSecretBytes(
    SecretBytes(copying: Array("a key of thirty-two bytes, really".utf8)))

  init() throws { tpm = try SoftwareTPM() }

  private func pin(_ text: String) -> SharedSecretBytes {
    SharedSecretBytes(SecretBytes(copying: Array(text.utf8)))
  }

  private func sealed(_ pin: String = "2580", isBoundToSecureBoot: Bool = false) async throws
    -> PINSealedSecret
  {
    try await TPMPINAuthenticator.seal(
      secret.copy(), pin: self.pin(pin), isBoundToSecureBoot: isBoundToSecureBoot, tpmAddress: tpm.location)
  }

  private func release(
    _ sealed: PINSealedSecret, _ replies: AuthenticationReply, on other: SoftwareTPM? = nil
  ) async throws -> SecretRelease {
    try await TPMPINAuthenticator(
      sealed, tpmAddress: (other ?? tpm).location, prompt: ScriptedPrompt(replies)
    ).release(.unlocking)
  }

  @Test func theSecretComesOutForThePINAlone() async throws {
    let kept = try await PINSealedSecret(bytes: sealed().bytes)
    #expect(try await release(kept, .typed("2580")) == .released(secret))
    for wrong in ["2581", "", String(repeating: "1", count: 1_025), "2580\0"] {
      #expect(try await release(kept, .typed(wrong)) == .refused(.failed))
    }
    let prompt = ScriptedPrompt(.typed("2580"))
    let authenticator = try TPMPINAuthenticator(kept, tpmAddress: tpm.location, prompt: prompt)
    #expect(await authenticator.authenticate(.touching) == .notAvailable)
    #expect(prompt.questions.isEmpty)
    #expect(await authenticator.authenticate(.unlocking) == .success)
    #expect(prompt.questions.first?.answer == .secret)
    #expect(authenticator.kind == .keyBound)
  }

  @Test(arguments: [
    (AuthenticationReply.cancelled, AuthenticationOutcome.cancelled), (.fallback, .fallback),
    (.unavailable, .notAvailable),
  ])
  func thePersonDecides(reply: AuthenticationReply, outcome: AuthenticationOutcome) async throws {
    #expect(try await release(sealed(), reply) == .refused(outcome))
  }

  @Test func tooManyWrongPINsLock() async throws {
    try tpm.run(
      "tpm2_dictionarylockout", "--setup-parameters", "--max-tries=2", "--recovery-time=1000",
      "--lockout-recovery-time=1000")
    let kept = try await sealed()
    for _ in 0..<2 { #expect(try await release(kept, .typed("0000")) == .refused(.failed)) }
    let prompt = ScriptedPrompt(.typed("2580"))
    let authenticator = try TPMPINAuthenticator(kept, tpmAddress: tpm.location, prompt: prompt)
    #expect(await authenticator.release(.unlocking) == .refused(.lockout))
    #expect(prompt.questions.isEmpty, "nobody is asked in vain")
    try tpm.run("tpm2_dictionarylockout", "--clear-lockout")
    #expect(await authenticator.release(.unlocking) == .released(secret))
  }

  @Test func otherMachinesAndOtherStarts() async throws {
    let other = try SoftwareTPM()
    #expect(try await release(sealed(), .typed("2580"), on: other) == .refused(.invalidated))
    let bound = try await sealed(isBoundToSecureBoot: true)
    #expect(try await release(bound, .typed("2580")) == .released(secret))
    try tpm.run("tpm2_pcrextend", "7:sha256=" + String(repeating: "ab", count: 32))
    #expect(try await release(bound, .typed("2580")) == .refused(.invalidated))
  }

  @Test func changedBytesReleaseNothing() async throws {
    let bytes = try await sealed().bytes
    for index in stride(from: 4, to: bytes.count, by: 23) {
      var changed = bytes
      changed[index] ^= 1
      guard let kept = try? PINSealedSecret(bytes: changed) else { continue }
      let result = try await release(kept, .typed("2580"))
      #expect(!result.outcome.admits)
    }
    for bytes in [Data(), Data([1, 0, 0, 0]), Data(repeating: 9, count: 4_000)] {
      #expect(throws: DeviceError.authentication(.invalidSealedSecret)) { try PINSealedSecret(bytes: bytes) }
    }
  }

  @Test func cancellingReturnsAtOnceAndCountsNoTry() async throws {
    let (kept, prompt) = (try await sealed(), ScriptedPrompt())
    let authenticator = try TPMPINAuthenticator(kept, tpmAddress: tpm.location, prompt: prompt)
    let task = Task { await authenticator.release(.unlocking) }
    try await eventually { !prompt.questions.isEmpty }
    task.cancel()
    #expect(await task.value == .refused(.systemCancelled))
    try await eventually { prompt.endedWaits == 1 }
    let hasty = try TPMPINAuthenticator(
      kept, tpmAddress: tpm.location, timeout: .milliseconds(200), prompt: ScriptedPrompt())
    #expect(await hasty.release(.unlocking) == .refused(.systemCancelled))
  }

  @Test func whatCannotBeSealed() async throws {
    for unusable in ["", String(repeating: "1", count: 1_025)] {
      await #expect(throws: DeviceError.authentication(.invalidPIN)) { try await sealed(unusable) }
    }
    for count in [0, 129] {
      await #expect(throws: DeviceError.authentication(.invalidSecret)) {
        try await TPMPINAuthenticator.seal(
          SecretBytes(copying: [UInt8](repeating: 1, count: count)), pin: pin("1"), tpmAddress: tpm.location)
      }
    }
    await #expect(throws: DeviceError.authentication(.notAvailable)) {
      try await TPMPINAuthenticator.seal(secret.copy(), pin: pin("1"), tpmAddress: "cmd:/bin/sh")
    }
    let kept = try await sealed()
    tpm.stop()
    #expect(try await release(kept, .typed("2580")) == .refused(.notAvailable))
    await #expect(throws: DeviceError.authentication(.notAvailable)) { try await sealed() }
  }

  @Test func aRefusalIsNeverASuccess() {
    #expect(SecretRelease.refused(.success).outcome == .notAvailable)
    #expect(SecretRelease.released(secret).outcome == .success)
  }
}
