import OmamoriCore
import OmamoriDevice
import OmamoriDeviceLinux
import TestSupport
import Testing

/// What a module cannot talk the authenticator into.
@Suite(.enabled(if: UnrulyModule.isPossible), .timeLimit(.minutes(1)))
struct UnrulyModuleTests {
  private let services: PAMServices

  init() throws {
    services = try PAMServices()
    try UnrulyModule.install(in: services)
  }

  private func outcome(
    of service: String, _ replies: AuthenticationReply, _ second: AuthenticationReply = .cancelled
  ) async throws -> AuthenticationOutcome {
    try await PAMAuthenticator(
      service: service, user: "bob", folder: services.folder.path,
      prompt: ScriptedPrompt(replies, second)
    ).authenticate(.unlocking)
  }

  @Test func anotherUserIsNotTheOneAskedFor() async throws {
    #expect(try await outcome(of: "rename", .unavailable) == .failed)
    #expect(try await outcome(of: "nobody", .unavailable) == .failed)
  }

  @Test func cancellingTheSecondOfTwoQuestionsWipesTheFirstReply() async throws {
    let needle = HiddenNeedle()
    #expect(try await outcome(of: "pair", .secret(needle.secret)) == .cancelled)
    try await eventually { try needle.count() == 0 }
    #expect(try await outcome(of: "pair", .typed("one"), .typed("two")) == .success)
  }

  @Test func anUnknownKindOfMessageEndsIt() async throws {
    let needle = HiddenNeedle()
    #expect(try await outcome(of: "odd", .secret(needle.secret)) == .notAvailable)
    try await eventually { try needle.count() == 0 }
  }
}
