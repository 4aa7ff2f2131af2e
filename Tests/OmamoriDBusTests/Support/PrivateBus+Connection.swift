import OmamoriDBus
import TestSupport

extension PrivateBus {
  func connect(limits: BusLimits = .standard) async throws -> BusConnection {
    try await BusConnection.open(.address(address), limits: limits)
  }

  /// Waits until somebody owns a name.
  func wait(for name: String, on connection: BusConnection) async throws {
    try await eventually { try await connection.call(.bus("NameHasOwner", [.string(name)])) == [.bool(true)] }
  }
}
