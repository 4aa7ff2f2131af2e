import Foundation
import OmamoriDBus
import TestSupport
import Testing

@testable import OmamoriDevice
@testable import OmamoriDeviceLinux

/// logind as python-dbusmock offers it.
@Suite(.enabled(if: PersonBus.isPossible), .timeLimit(.minutes(1)))
struct ScreenLockTests {
  private static let service = "org.freedesktop.login1"
  private static let root = "/org/freedesktop/login1"

  @Test func theHintIsRead() async throws {
    let bus = try await PersonBus()
    let logind = try bus.startMock("--template", "logind")
    defer {
      logind.end()
      bus.end()
    }
    try await bus.wait(for: Self.service)
    try await bus.call(
      Self.service, Self.root, PersonBus.mock, "AddSession",
      [.string("c1"), .string("seat0"), .uint32(0), .string("person"), .bool(true)])
    let lock = ScreenLock(session: "c1", busAddress: bus.address, owners: [geteuid()])
    for (isLocked, state) in [(true, ScreenLockState.locked), (false, .unlocked)] {
      try await bus.call(
        Self.service, Self.root + "/session/c1", Self.service + ".Session", "SetLockedHint",
        [.bool(isLocked)])
      #expect(await lock.state() == state)
    }
    let others = [
      ScreenLock(session: "c9", busAddress: bus.address, owners: [geteuid()]),
      ScreenLock(session: "c1", busAddress: bus.address, owners: [4_242]),
      ScreenLock(session: "c1", busAddress: "unix:path=/nonexistent"),
    ]
    for other in others { #expect(await other.state() == .unavailable) }
  }
}
