import Foundation
import OmamoriCore
import TestSupport
import Testing

@testable import OmamoriDevice
@testable import OmamoriDeviceLinux

/// PAM with services of its own and real modules.
@Suite(.enabled(if: PAMServices.areThere), .timeLimit(.minutes(1)))
struct PAMAuthenticatorTests {
  private let services: PAMServices

  init() throws { services = try PAMServices() }

  private func authenticator(
    _ service: String, user: String = "bob", prompt: ScriptedPrompt, threads: BlockingThreads = .shared
  ) throws -> PAMAuthenticator {
    try PAMAuthenticator(
      service: service, user: user, folder: services.folder.path, prompt: prompt, threads: threads)
  }

  @Test(arguments: [
    ("permit", AuthenticationOutcome.success), ("deny", .failed), ("barred", .failed),
    ("broken", .notAvailable), ("nowhere", .notAvailable),
  ])
  func withoutQuestions(service: String, outcome: AuthenticationOutcome) async throws {
    let prompt = ScriptedPrompt()
    let authenticator = try authenticator(service, prompt: prompt)
    #expect(await authenticator.authenticate(.unlocking) == outcome)
    #expect(prompt.questions.isEmpty)
    #expect(authenticator.kind == .gate)
  }

  @Test func rightAndWrongPasswords() async throws {
    let right = ScriptedPrompt(.typed("of-bob-7351"))
    #expect(try await authenticator("matrix", prompt: right).authenticate(.unlocking) == .success)
    #expect(right.questions.map(\.answer) == [.secret])
    #expect(right.questions.first?.reason == AuthenticationRequest.unlocking.reason)
    #expect(right.questions.first?.text.japanese == "パスワード:")
    for wrong in ["of-bob-7352", "", "of-bob-7351x"] {
      let prompt = ScriptedPrompt(.typed(wrong))
      #expect(try await authenticator("matrix", prompt: prompt).authenticate(.unlocking) == .failed)
    }
  }

  @Test(arguments: [
    (AuthenticationReply.cancelled, AuthenticationOutcome.cancelled), (.fallback, .fallback),
    (.unavailable, .notAvailable),
  ])
  func thePersonDecides(reply: AuthenticationReply, outcome: AuthenticationOutcome) async throws {
    let prompt = ScriptedPrompt(reply)
    #expect(try await authenticator("matrix", prompt: prompt).authenticate(.unlocking) == outcome)
    #expect(prompt.questions.count == 1)
  }

  @Test func cancellingWinsOverAServiceThatDoesNotMind() async throws {
    try services.write(
      "lenient",
      """
      auth optional \(PAMServices.matrix) passdb=\(services.folder.path)/passwords
      auth required pam_permit.so
      account required pam_permit.so

      """)
    let prompt = ScriptedPrompt(.cancelled)
    #expect(try await authenticator("lenient", prompt: prompt).authenticate(.unlocking) == .cancelled)
  }

  @Test func repliesThatNoPasswordCanBe() async throws {
    let long = String(repeating: "a", count: 512)
    for reply in ["of-bob-7351\0", long] {
      let prompt = ScriptedPrompt(.typed(reply))
      #expect(try await authenticator("matrix", prompt: prompt).authenticate(.unlocking) != .success)
    }
  }

  @Test func tooManyWrongTriesLock() async throws {
    for outcome in [AuthenticationOutcome.failed, .failed] {
      let prompt = ScriptedPrompt(.typed("wrong"))
      // pam_faillock counts for users that the machine knows.
      let authenticator = try PAMAuthenticator(
        service: "faillock", user: "nobody", folder: services.folder.path, prompt: prompt)
      #expect(await authenticator.authenticate(.unlocking) == outcome)
    }
    let prompt = ScriptedPrompt(.typed("of-bob-7351"))
    let locked = try PAMAuthenticator(
      service: "faillock", user: "nobody", folder: services.folder.path, prompt: prompt)
    #expect(await locked.authenticate(.unlocking) == .lockout)
    #expect(prompt.questions.isEmpty, "nobody is asked in vain")
    #expect(prompt.notices.first?.text.japanese.contains("ロック") == true)
  }

  @Test func biometricsAloneNeedAServiceThatIsDeclaredSo() async throws {
    let plain = try authenticator("permit", prompt: ScriptedPrompt())
    #expect(await plain.authenticate(.touching) == .notAvailable)
    let declared = try PAMAuthenticator(
      service: "permit", user: "bob", folder: services.folder.path, isBiometric: true,
      prompt: ScriptedPrompt())
    #expect(await declared.authenticate(.touching) == .success)
  }

  @Test func cancellingReturnsAtOnceAndTakesTheQuestionBack() async throws {
    let (prompt, threads) = (ScriptedPrompt(), BlockingThreads(limit: 1))
    let authenticator = try authenticator("matrix", prompt: prompt, threads: threads)
    let task = Task { await authenticator.authenticate(.unlocking) }
    try await eventually { !prompt.questions.isEmpty }
    let clock = ContinuousClock()
    let start = clock.now
    task.cancel()
    #expect(await task.value == .systemCancelled)
    #expect(clock.now - start < .seconds(2))
    try await eventually { prompt.endedWaits == 1 && threads.count == 0 }
    // The place is free again.
    #expect(await authenticator.authenticate(.touching) == .notAvailable)
    let again = try self.authenticator("permit", prompt: prompt, threads: threads)
    #expect(await again.authenticate(.unlocking) == .success)
  }

  @Test func aModuleThatHangsKeepsItsThreadAndItsLateSuccessDoesNotCount() async throws {
    // The module's program waits until the test makes the file.
    let (begun, gate) = (
      services.folder.url.appending(path: "begun"), services.folder.url.appending(path: "gate")
    )
    let script = services.folder.url.appending(path: "hang.sh")
    try services.write(
      "hang.sh",
      "#!/bin/sh\n: > \(begun.path)\ni=0\n"
        + "while [ ! -e \(gate.path) ] && [ $i -lt 500 ]; do sleep 0.02; i=$((i+1)); done\nexit 0\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
    try services.write(
      "hang", "auth required pam_exec.so quiet \(script.path)\naccount required pam_permit.so\n")
    let threads = BlockingThreads(limit: 1)
    let hanging = try authenticator("hang", prompt: ScriptedPrompt(), threads: threads)
    let task = Task { await hanging.authenticate(.unlocking) }
    try await eventually { FileManager.default.fileExists(atPath: begun.path) }
    task.cancel()
    #expect(await task.value == .systemCancelled)
    #expect(threads.count == 1)
    let next = try authenticator("permit", prompt: ScriptedPrompt(), threads: threads)
    #expect(await next.authenticate(.unlocking) == .notAvailable, "no more threads than allowed")
    try services.write("gate", "")
    try await eventually { threads.count == 0 }
    #expect(await next.authenticate(.unlocking) == .success)
  }

  @Test func aCancelledTaskAsksNobody() async throws {
    let prompt = ScriptedPrompt(.typed("of-bob-7351"))
    let authenticator = try authenticator("matrix", prompt: prompt)
    let outcome = await Task {
      // because the task is used within the closure only
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return await authenticator.authenticate(.unlocking)
    }.value
    #expect(outcome == .systemCancelled)
    #expect(prompt.questions.isEmpty)
  }

  @Test func whatCannotBeAsked() throws {
    let prompt = ScriptedPrompt()
    for service in ["", ".", "..", "../su", "a/b", "su\0", "a b", String(repeating: "a", count: 65)] {
      #expect(throws: DeviceError.authentication(.invalidService)) {
        try PAMAuthenticator(service: service, user: "bob", prompt: prompt)
      }
    }
    for user in ["", "a\0b", "a:b", "a/b", "a\nb"] {
      #expect(throws: DeviceError.authentication(.invalidUser)) {
        try PAMAuthenticator(service: "su", user: user, prompt: prompt)
      }
    }
    let open = services.folder.url.appending(path: "open").path
    try FileManager.default.createDirectory(
      atPath: open, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: open)
    for folder in ["", "relative", "/nowhere/at/all", open, "/etc/passwd"] {
      #expect(throws: DeviceError.authentication(.invalidFolder)) {
        try PAMAuthenticator(service: "permit", user: "bob", folder: folder, prompt: prompt)
      }
    }
  }
}
