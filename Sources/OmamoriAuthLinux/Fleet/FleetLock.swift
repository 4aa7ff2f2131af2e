import OmamoriAuth
import OmamoriCore

/// An advisory lock, held as long as its connection is open.
///
/// Safe to use from any thread.
final class FleetLock: SessionLock {
  private let connection: Protected<PostgresConnection?>

  init(_ connection: PostgresConnection) { self.connection = Protected(connection) }

  /// Closes the connection; the server frees the lock.
  func release() async {
    let held = connection.withLock { connection in
      defer { connection = nil }
      return connection
    }
    withExtendedLifetime(held) {}
  }
}
