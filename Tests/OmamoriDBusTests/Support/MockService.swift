import Foundation
import OmamoriDBus
import TestSupport

/// A service of python-dbusmock on a private bus.
final class MockService: Sendable {
  static let name = "org.example.Mock"
  static let path = "/org/example/Mock"

  /// Whether python-dbusmock and what it needs are there.
  static let isPossible = PrivateBus.canMock()

  let bus: PrivateBus
  let connection: BusConnection
  private let service: ServedProgram

  init() async throws {
    bus = try PrivateBus()
    service = try bus.startMock([Self.name, Self.path, Self.name], kind: .session)
    connection = try await bus.connect()
    try await bus.wait(for: Self.name, on: connection)
  }

  /// Adds a method that runs Python code.
  func add(_ member: String, _ input: String, _ output: String, _ code: String) async throws {
    let arguments = [Self.name, member, input, output, code].map(BusValue.string)
    try await connection.call(
      BusCall(Self.name, Self.path, "org.freedesktop.DBus.Mock", "AddMethod", arguments))
  }

  /// Calls a method.
  @discardableResult
  func call(
    _ member: String, _ arguments: [BusValue] = [], isSensitive: Bool = false,
    timeout: Duration = BusConnection.patience
  ) async throws(BusError) -> [BusValue] {
    try await connection.call(
      BusCall(Self.name, Self.path, Self.name, member, arguments, isSensitive: isSensitive),
      timeout: timeout)
  }

  /// Has the service give a signal.
  func emit(_ member: String, _ signature: String, _ arguments: [BusValue]) async throws {
    try await connection.call(
      BusCall(
        Self.name, Self.path, "org.freedesktop.DBus.Mock", "EmitSignal",
        [
          .string(Self.name), .string(member), .string(signature),
          .array(of: "v", arguments.map { .variant($0) }),
        ]))
  }

  func end() { service.end() }
}
