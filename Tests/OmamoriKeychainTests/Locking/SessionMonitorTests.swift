import Foundation
import OmamoriCore
import OmamoriDBus
import TestSupport
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

@Suite(.enabled(if: Logind.isPossible), .timeLimit(.minutes(1)))
struct SessionMonitorTests {
  @Test func eventsAreToldInOrder() async throws {
    let logind = try await Logind()
    let (events, sink) = AsyncStream.makeStream(of: SessionEvent.self)
    let monitor = try await SessionMonitor(busAddress: logind.bus.address, session: "c1") { sink.yield($0) }
    var iterator = events.makeAsyncIterator()
    try await logind.tell("Lock")
    #expect(await iterator.next() == .locked)
    try await logind.tell("Unlock")
    #expect(await iterator.next() == .unlocked)
    // Another session's screen and other signals say nothing.
    try await logind.tell("Lock", session: "c2")
    try await logind.announce("SessionNew", [.string("c3"), .path("/c3")])
    try await logind.announce("PrepareForSleep", [.bool(true)])
    #expect(await iterator.next() == .sleeping)
    try await logind.announce("PrepareForSleep", [.bool(false)])
    #expect(await iterator.next() == .woken)
    try await logind.announce("PrepareForShutdown", [.bool(true)])
    #expect(await iterator.next() == .shuttingDown)
    logind.process.end()
    #expect(await iterator.next() == .lost)
    monitor.stop()
  }

  @Test func sleepWaitsForTheHandler() async throws {
    let logind = try await Logind()
    let inhibitors = { () async throws -> Int in
      try await logind.ask("ListInhibitors").first?.elements?.count ?? -1
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
