import Foundation
import OmamoriCore
import OmamoriDBus
import TestSupport
import Testing

@testable import OmamoriDevice
@testable import OmamoriDeviceLinux

/// polkit's interface as python-dbusmock offers it.
@Suite(.enabled(if: PersonBus.isPossible), .serialized, .timeLimit(.minutes(1)))
struct PolkitAuthenticatorTests {
  private static let actions: [(String, AuthenticationOutcome)] = [
    ("allowed", .success), ("denied", .failed), ("dismissed", .cancelled), ("challenge", .notAvailable),
    ("refused", .failed), ("ended", .systemCancelled), ("unknown", .notAvailable),
  ]

  private func authenticator(
    _ action: String, _ polkit: MockPolkit, timeout: Duration = .seconds(10),
    owners: Set<UInt32>? = [geteuid()]
  ) throws -> PolkitAuthenticator {
    try PolkitAuthenticator(
      action: "org.example.omamori." + action, busAddress: polkit.bus.address, timeout: timeout,
      owners: owners)
  }

  @Test func outcomes() async throws {
    let polkit = try await MockPolkit()
    defer { polkit.end() }
    for (action, outcome) in Self.actions {
      let authenticator = try authenticator(action, polkit)
      #expect(await authenticator.authenticate(.unlocking) == outcome, "\(action)")
      #expect(await authenticator.authenticate(.touching) == .notAvailable)
      #expect(authenticator.kind == .gate)
    }
    let calls = try await polkit.calls(of: "CheckAuthorization")
    #expect(calls.count == Self.actions.count, "requests for biometrics alone are not sent")
    let arguments = try #require(calls.first)
    let process = try #require(arguments.first?.elements)
    #expect(process.first == .string("unix-process"))
    #expect(process.last?.dictionaryValue?["pid"]?.unsigned == UInt64(getpid()))
    #expect(arguments[1] == .string("org.example.omamori.allowed"))
    #expect(arguments[3] == .uint32(1))

    let slow = try authenticator("slow", polkit)
    let task = Task { await slow.authenticate(.unlocking) }
    try await Task.sleep(for: .milliseconds(100))
    let (clock, start) = (ContinuousClock(), ContinuousClock().now)
    task.cancel()
    #expect(await task.value == .systemCancelled)
    #expect(clock.now - start < .milliseconds(250))
    try await eventually { try await !polkit.calls(of: "CancelCheckAuthorization").isEmpty }
    let asked = try await polkit.calls(of: "CheckAuthorization").last?[4].text
    #expect(try await polkit.calls(of: "CancelCheckAuthorization").last?[0].text == asked)

    let stranger = try authenticator("allowed", polkit, owners: [4_242])
    #expect(await stranger.authenticate(.unlocking) == .notAvailable, "another user's process")
  }

  @Test(.enabled(if: geteuid() == 0 && Program.areInstalled("setpriv")))
  func anImpostorIsNotAsked() async throws {
    let polkit = try await MockPolkit(
      before: ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups", "--inh-caps=-all"])
    defer { polkit.end() }
    #expect(try await authenticator("allowed", polkit, owners: nil).authenticate(.unlocking) == .notAvailable)
    #expect(try await polkit.calls(of: "CheckAuthorization").isEmpty)
    #expect(try await authenticator("allowed", polkit, owners: [65_534]).authenticate(.unlocking) == .success)
  }

  @Test func aPolkitThatHangs() async throws {
    let bus = try await PersonBus()
    let mock = try bus.startMock("--template", "polkitd")
    defer {
      mock.end()
      bus.end()
    }
    try await bus.wait(for: MockPolkit.name)
    try await bus.call(MockPolkit.name, MockPolkit.path, PersonBus.mock, "SimulateHang", [.bool(true)])
    let hanging = try PolkitAuthenticator(
      action: "org.example.unlock", busAddress: bus.address, timeout: .milliseconds(200), owners: [geteuid()])
    #expect(await hanging.authenticate(.unlocking) == .systemCancelled)
    let patient = try PolkitAuthenticator(
      action: "org.example.unlock", busAddress: bus.address, owners: [geteuid()])
    let task = Task { await patient.authenticate(.unlocking) }
    try await Task.sleep(for: .milliseconds(50))
    mock.end(SIGKILL)
    #expect(await task.value == .notAvailable)
  }

  @Test func namesAndAbsence() async throws {
    for action in ["", "a b", "a/b", "a\0", String(repeating: "a", count: 256)] {
      #expect(throws: DeviceError.authentication(.invalidService)) {
        try PolkitAuthenticator(action: action)
      }
    }
    let nowhere = try PolkitAuthenticator(action: "org.example.a", busAddress: "unix:path=/nonexistent")
    #expect(await nowhere.authenticate(.unlocking) == .notAvailable)
  }

  @Test(
    arguments: [
      [], [.bool(true)], [.structure([.bool(true)])],
      [.structure([.string("true"), .bool(false), .dictionary(BusDictionary(strings: [:]))])],
      [.structure([.bool(true), .bool(false), .string("")])],
    ] as [[BusValue]])
  func whatIsNoAnswerRefuses(values: [BusValue]) {
    #expect(PolkitAnswer(values).outcome == .notAvailable)
  }

  @Test func startTimes() {
    let fields = (4...30).map(String.init).joined(separator: " ")
    #expect(ProcessSubject.start(in: "17 (a ) b) S \(fields)") == 22)
    #expect(ProcessSubject.start(in: "17 (a") == nil)
    #expect(ProcessSubject.start(in: "17 (a) S 1") == nil)
    #expect(ProcessSubject.current?.number == UInt32(getpid()))
  }
}
