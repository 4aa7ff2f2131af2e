import Foundation
import OmamoriDBus
import TestSupport

/// A logind of python-dbusmock on a bus of its own, with the sessions `c1` and `c2`.
struct Logind {
  /// Whether python-dbusmock and its logind are there.
  static let isPossible = PrivateBus.canMock("logind")

  private static let service = "org.freedesktop.login1"
  private static let root = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"

  let bus: PrivateBus
  let process: ServedProgram
  private let connection: BusConnection

  init() async throws {
    bus = try PrivateBus()
    process = try bus.startMock(["--template", "logind"])
    connection = try await bus.connect()
    try await bus.wait(for: Self.service, on: connection)
    for name in ["c1", "c2"] {
      try await connection.call(
        BusCall(
          Self.service, Self.root, PrivateBus.mock, "AddSession",
          [.string(name), .string("seat0"), .uint32(0), .string("person"), .bool(true)]))
    }
  }

  /// Sends a signal of a session.
  func tell(_ member: String, session: String = "c1") async throws {
    try await emit("\(Self.root)/session/\(session)", "org.freedesktop.login1.Session", member, [])
  }

  /// Sends a signal of the manager.
  func announce(_ member: String, _ arguments: [BusValue]) async throws {
    try await emit(Self.root, Self.manager, member, arguments)
  }

  /// Asks the manager.
  func ask(_ member: String) async throws -> [BusValue] {
    try await connection.call(BusCall(Self.service, Self.root, Self.manager, member))
  }

  private func emit(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]
  ) async throws {
    let types = arguments.map(\.typeSignature).joined()
    try await connection.call(
      BusCall(
        Self.service, path, PrivateBus.mock, "EmitSignal",
        [
          .string(interface), .string(member), .string(types),
          .array(of: "v", arguments.map { .variant($0) }),
        ]))
  }
}
