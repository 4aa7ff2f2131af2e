import Foundation
import OmamoriCore
import OmamoriDBus
import TestSupport
import Testing

@testable import OmamoriDevice
@testable import OmamoriDeviceLinux

/// fprintd itself, with a reader in software.
@Suite(.enabled(if: VirtualReader.isPossible), .serialized, ServedOnce(), .timeLimit(.minutes(1)))
struct FingerprintAuthenticatorTests {
  private let reader: VirtualReader
  private let told = Protected<[FingerprintProgress]>([])

  init() async throws {
    reader = try #require(ServedOnce.reader)
    if try await Self.authenticator(on: reader).enrolmentState() == nil { try await reader.enrol("alice") }
  }

  private static func authenticator(
    on reader: VirtualReader, tries: Int = 3, timeout: Duration = .seconds(10),
    prompt: ScriptedPrompt? = nil, owners: Set<UInt32> = [geteuid()],
    progress: @escaping @Sendable (FingerprintProgress) -> Void = { _ in }
  ) throws -> FingerprintAuthenticator {
    FingerprintAuthenticator(
      busAddress: reader.bus.address, owners: owners, tries: tries, timeout: timeout, prompt: prompt,
      progress: progress)
  }

  /// Authenticates while the reader is told one thing after the other, each when the person is told something.
  private func outcome(of happenings: [String], tries: Int = 3) async throws -> AuthenticationOutcome {
    let (moments, sink) = AsyncStream.makeStream(of: FingerprintProgress.self)
    let authenticator = try Self.authenticator(on: reader, tries: tries) { [told] progress in
      told.withLock { $0.append(progress) }
      sink.yield(progress)
    }
    let reader = reader
    let teller = Task {
      var moments = moments.makeAsyncIterator()
      for happening in happenings {
        guard await moments.next() != nil else { return }
        try await reader.tell(happening)
      }
    }
    defer { teller.cancel() }
    return await authenticator.authenticate(.touching)
  }

  @Test func theRightFinger() async throws {
    #expect(try await outcome(of: ["SCAN alice"]) == .success)
    #expect(told.current.count == 1)
    #expect(await reader.isFree())
  }

  @Test func wrongFingers() async throws {
    #expect(try await outcome(of: ["SCAN mallory"], tries: 1) == .failed)
    #expect(await reader.isFree())
    #expect(try await outcome(of: ["SCAN mallory", "SCAN eve"], tries: 2) == .failed)
    #expect(try await outcome(of: ["SCAN mallory", "SCAN alice"], tries: 2) == .success)
    #expect(told.current.filter { $0 == .noMatch }.count == 2)
  }

  @Test func unusableScans() async throws {
    let happenings = ["RETRY 0", "RETRY 1", "RETRY 2", "RETRY 3", "SCAN alice"]
    #expect(try await outcome(of: happenings, tries: 1) == .success)
    #expect(told.current.dropFirst() == [.again, .tooShort, .notCentered, .liftFirst])
  }

  @Test(arguments: ["ERROR 0", "ERROR 1", "ERROR 4"])
  func faults(happening: String) async throws {
    #expect(try await outcome(of: [happening]) == .notAvailable)
    #expect(await reader.isFree())
  }

  @Test func forgedResultsAreNotHeard() async throws {
    let (moments, sink) = AsyncStream.makeStream(of: FingerprintProgress.self)
    let authenticator = try Self.authenticator(on: reader, tries: 1) { sink.yield($0) }
    let reader = reader
    // What another program on the same bus can send: the very signal, to everybody.
    let watched = try await reader.bus.connection.signals(
      BusMatch(
        sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged"))
    let forger = Task {
      for await _ in moments {
        for path in [reader.path, "/net/reactivated/Fprint/Device/9"] {
          let sending = try reader.bus.start([
            "/usr/bin/dbus-send", "--system", "--type=signal", path,
            VirtualReader.device + ".VerifyStatus", "string:verify-match", "boolean:true",
          ])
          // The sender comes and goes.
          for await change in watched where change.arguments.last == .string("") { break }
          sending.end()
        }
        try await reader.scan("mallory")
      }
    }
    defer { forger.cancel() }
    #expect(await authenticator.authenticate(.touching) == .failed)
  }

  @Test func anotherUsersServiceIsNotAsked() async throws {
    let stranger = try Self.authenticator(on: reader, owners: [4_242])
    #expect(await stranger.authenticate(.touching) == .notAvailable)
    #expect(await stranger.enrolmentState() == nil)
  }

  @Test func cancellingReturnsAtOnceAndGivesTheReaderBack() async throws {
    let (moments, sink) = AsyncStream.makeStream(of: FingerprintProgress.self)
    let authenticator = try Self.authenticator(on: reader) { sink.yield($0) }
    let task = Task { await authenticator.authenticate(.touching) }
    for await _ in moments { break }
    #expect(await !reader.isFree())
    task.cancel()
    #expect(await task.value == .systemCancelled)
    try await eventually { await reader.isFree() }
    // A finger that comes too late admits nobody.
    #expect(await Task { await authenticator.enrolmentState() }.value != nil)
  }

  @Test(arguments: [
    (AuthenticationReply.cancelled, AuthenticationOutcome.cancelled), (.fallback, .fallback),
  ])
  func thePersonDecides(reply: AuthenticationReply, outcome: AuthenticationOutcome) async throws {
    let prompt = ScriptedPrompt(reply)
    let authenticator = try Self.authenticator(on: reader, prompt: prompt)
    #expect(await authenticator.authenticate(.touching) == outcome)
    #expect(prompt.questions.first?.answer == .action)
    try await eventually { await reader.isFree() }
  }

  @Test func thePersonIsNotThere() async throws {
    let authenticator = try Self.authenticator(on: reader, timeout: .milliseconds(300))
    #expect(await authenticator.authenticate(.touching) == .systemCancelled)
    // The next request of the same authenticator waits until the reader is free again; another one would be refused.
    #expect(await authenticator.authenticate(.touching) == .systemCancelled)
    try await eventually { await reader.isFree() }
    let prompt = ScriptedPrompt()
    let other = try Self.authenticator(on: reader, timeout: .milliseconds(300), prompt: prompt)
    #expect(await other.authenticate(.touching) == .systemCancelled)
    try await eventually { await reader.isFree() }
  }

  @Test func anotherProgramHasTheReader() async throws {
    try await reader.bus.call(
      VirtualReader.service, reader.path, VirtualReader.device, "Claim", [.string("")])
    #expect(try await Self.authenticator(on: reader).authenticate(.touching) == .notAvailable)
    try await reader.bus.call(VirtualReader.service, reader.path, VirtualReader.device, "Release")
  }

  @Test func enrolmentIsSeen() async throws {
    let authenticator = try Self.authenticator(on: reader)
    let before = try #require(await authenticator.enrolmentState())
    #expect(before.count == 32)
    #expect(await authenticator.enrolmentState() == before)
    try await reader.enrol("bob", "left-thumb")
    #expect(await authenticator.enrolmentState() != before)
    try await reader.forget()
    #expect(await authenticator.enrolmentState() == nil)
    #expect(await authenticator.authenticate(.touching) == .notEnrolled)
    #expect(authenticator.kind == .gate)
  }

  @Test func fprintdBreaksDown() async throws {
    // A stack of its own, since the others need theirs.
    let other = try await VirtualReader()
    defer { other.end() }
    try await other.enrol("alice")
    let (moments, sink) = AsyncStream.makeStream(of: FingerprintProgress.self)
    let authenticator = try Self.authenticator(on: other) { sink.yield($0) }
    let task = Task { await authenticator.authenticate(.touching) }
    for await _ in moments { break }
    other.breakDown()
    #expect(await task.value == .notAvailable)
    #expect(await authenticator.authenticate(.touching) == .notAvailable)
  }

  @Test func withoutABus() async {
    let nowhere = FingerprintAuthenticator(busAddress: "unix:path=/nonexistent")
    #expect(await nowhere.authenticate(.touching) == .notAvailable)
    #expect(await nowhere.enrolmentState() == nil)
  }
}
