import Foundation
import OmamoriDBus
import TestSupport

/// A bus that only a test knows, of the kind of the system's; the machine's own is never used.
final class PersonBus: Sendable {
  static let mock = PrivateBus.mock

  /// Whether a bus and python-dbusmock with its logind and polkit are there.
  static let isPossible = PrivateBus.canMock("logind", "polkitd")

  private let bus: PrivateBus
  let connection: BusConnection

  init() async throws {
    bus = try PrivateBus(.system)
    connection = try await BusConnection.open(.address(bus.address))
  }

  var folder: TemporaryFolder { bus.folder }
  var address: String { bus.address }

  /// Starts a program that finds this bus as the system's.
  func start(_ words: [String], _ environment: [String: String] = [:]) throws -> ServedProgram {
    try bus.start(words, environment: environment)
  }

  /// Starts one of python-dbusmock's services.
  func startMock(_ words: String..., before runner: [String] = []) throws -> ServedProgram {
    try bus.startMock(words, runner: runner)
  }

  /// Waits until somebody owns a name.
  func wait(for name: String) async throws {
    try await eventually {
      try await self.connection.call(.bus("NameHasOwner", [.string(name)])) == [.bool(true)]
    }
  }

  /// Calls a method.
  @discardableResult
  func call(
    _ name: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) async throws -> [BusValue] {
    try await connection.call(BusCall(name, path, interface, member, arguments))
  }

  func end() { bus.end() }
}
