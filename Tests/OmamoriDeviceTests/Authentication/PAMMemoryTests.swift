import OmamoriCore
import OmamoriDevice
import OmamoriDeviceLinux
import TestSupport
import Testing

/// What is left of a password in memory.
@Suite(.enabled(if: PAMServices.areThere), .timeLimit(.minutes(1)))
struct PAMMemoryTests {
  @Test func theNeedleIsFound() throws {
    let needle = HiddenNeedle()
    let plain = needle.plain
    #expect(try needle.count() > 0)
    withExtendedLifetime(plain) {}
  }

  @Test func nothingIsLeftOfAPassword() async throws {
    let (services, needle) = (try PAMServices(), HiddenNeedle())
    try services.write("unix", "auth required pam_unix.so nodelay\naccount required pam_permit.so\n")
    #expect(try await outcome(of: "unix", needle, services) == .failed)
    // The thread may still be about to end.
    try await eventually { try needle.count() == 0 }
  }

  private func outcome(
    of service: String, _ needle: HiddenNeedle, _ services: PAMServices
  ) async throws -> AuthenticationOutcome {
    let prompt = ScriptedPrompt(.secret(needle.secret))
    return try await PAMAuthenticator(
      service: service, user: "nobody", folder: services.folder.path, prompt: prompt
    ).authenticate(.unlocking)
  }
}
