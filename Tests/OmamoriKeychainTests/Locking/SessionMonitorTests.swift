import Foundation
import OmamoriCore
import OmamoriDBus
import Testing

@testable import OmamoriKeychain

/// Whether python-dbusmock and its logind are there.
enum LogindMock {
  static let isPossible: Bool = {
    guard PrivateBus.isPossible, ServedProcess.exists("/usr/bin/python3") else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", "import dbusmock.templates.logind"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}

@Suite(.enabled(if: LogindMock.isPossible), .timeLimit(.minutes(1)))
struct SessionMonitorTests {
  private static let service = "org.freedesktop.login1"
  private static let root = "/org/freedesktop/login1"
  private static let session = "/org/freedesktop/login1/session/c1"

  private struct Logind {
    let bus: PrivateBus
    let connection: BusConnection
    let process: ServedProcess

    init() async throws {
      bus = try PrivateBus()
      process = try ServedProcess(
        ["/usr/bin/python3", "-m", "dbusmock", "--logfile", "/dev/null", "--system", "--template", "logind"],
        environment: bus.environment)
      connection = try await bus.connect()
      try await bus.wait(for: service, on: connection)
      for name in ["c1", "c2"] {
        try await connection.call(
          BusCall(
            service, root, "org.freedesktop.DBus.Mock", "AddSession",
            [.string(name), .string("seat0"), .uint32(0), .string("person"), .bool(true)]))
      }
    }

    func emit(_ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]) async throws {
      let types = arguments.map(\.typeSignature).joined()
      try await connection.call(
        BusCall(
          service, path, "org.freedesktop.DBus.Mock", "EmitSignal",
          [
            .string(interface), .string(member), .string(types),
            .array(of: "v", arguments.map { .variant($0) }),
          ]))
    }
  }

  @Test func eventsAreToldInOrder() async throws {
    let logind = try await Logind()
    let (events, sink) = AsyncStream.makeStream(of: SessionEvent.self)
    let monitor = try await SessionMonitor(busAddress: logind.bus.address, session: "c1") { sink.yield($0) }
    var iterator = events.makeAsyncIterator()
    let (manager, session) = ("org.freedesktop.login1.Manager", "org.freedesktop.login1.Session")
    try await logind.emit(Self.session, session, "Lock", [])
    #expect(await iterator.next() == .locked)
    try await logind.emit(Self.session, session, "Unlock", [])
    #expect(await iterator.next() == .unlocked)
    // Another session's screen and other signals say nothing.
    try await logind.emit("/org/freedesktop/login1/session/c2", session, "Lock", [])
    try await logind.emit(Self.root, manager, "SessionNew", [.string("c3"), .path("/c3")])
    try await logind.emit(Self.root, manager, "PrepareForSleep", [.bool(true)])
    #expect(await iterator.next() == .sleeping)
    try await logind.emit(Self.root, manager, "PrepareForSleep", [.bool(false)])
    #expect(await iterator.next() == .woken)
    try await logind.emit(Self.root, manager, "PrepareForShutdown", [.bool(true)])
    #expect(await iterator.next() == .shuttingDown)
    logind.process.end()
    #expect(await iterator.next() == .lost)
    monitor.stop()
  }

  @Test func sleepWaitsForTheHandler() async throws {
    let logind = try await Logind()
    let inhibitors = { () async throws -> Int in
      let call = BusCall(
        Self.service, Self.root, "org.freedesktop.login1.Manager", "ListInhibitors")
      return try await logind.connection.call(call).first?.elements?.count ?? -1
    }
    let before = try await inhibitors()
    let (events, sink) = AsyncStream.makeStream(of: SessionEvent.self)
    let monitor = try await SessionMonitor(busAddress: logind.bus.address, session: "c1") { sink.yield($0) }
    var count = before
    for _ in 0..<100 where count == before {
      try await Task.sleep(for: .milliseconds(20))
      count = try await inhibitors()
    }
    #expect(count == before + 1)
    _ = events
    monitor.stop()
  }

  @Test func withoutLogindThereIsNoMonitor() async throws {
    let bus = try PrivateBus()
    await #expect(throws: KeychainError.unavailable(.systemBus)) {
      try await SessionMonitor(busAddress: bus.address, session: "c1") { _ in }
    }
    await #expect(throws: KeychainError.unavailable(.systemBus)) {
      try await SessionMonitor(busAddress: "unix:path=/nonexistent", session: "c1") { _ in }
    }
  }

  @Test func whatAsksForLocking() {
    #expect(SessionEvent.allCases.filter(\.asksForLocking) == [.locked, .sleeping, .shuttingDown, .lost])
  }
}
