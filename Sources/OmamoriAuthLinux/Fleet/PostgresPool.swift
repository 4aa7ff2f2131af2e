import CPostgres
import OmamoriAuth
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// Connections to one database, made when they are needed and used again.
///
/// Safe to use from any thread.
final class PostgresPool: Sendable {
  /// How many connections wait to be used again.
  private static let greatestCount = 4

  private let database: FleetDatabase
  private let limit: Duration
  private let idle = Protected<[PostgresConnection]>([])

  init(_ database: FleetDatabase, limit: Duration) { (self.database, self.limit) = (database, limit) }

  /// Calls a closure with a connection on a thread that may wait.
  ///
  /// - Parameter body: Uses the connection; the second parameter ends a wait, the third says whether the connection was
  ///   used before and may be broken.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, and what connecting does; `cancelled` soon after the task is cancelled.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection, Int32) throws(AuthError) -> Value
  ) async throws(AuthError) -> Value {
    try await Self.blocking { [self] cancellation throws(AuthError) in
      if let used = idle.withLock({ $0.popLast() }) {
        do throws(AuthError) {
          return try keeping(used, cancellation, body)
        } catch .database(.notConnected) {
          // It broke while nobody used it, or now: what was done is found out by whoever asked for it.
        }
      }
      return try keeping(PostgresConnection.open(database, within: limit, cancellation), cancellation, body)
    }
  }

  /// Connects, for whoever keeps the connection for itself.
  func open() async throws(AuthError) -> PostgresConnection {
    try await Self.blocking { [self] cancellation throws(AuthError) in
      try PostgresConnection.open(database, within: limit, cancellation)
    }
  }

  private func keeping<Value>(
    _ connection: PostgresConnection, _ cancellation: Int32,
    _ body: (PostgresConnection, Int32) throws(AuthError) -> Value
  ) throws(AuthError) -> Value {
    let value: Value
    do throws(AuthError) {
      value = try body(connection, cancellation)
    } catch {
      // After a refusal the connection is as good as before; after anything else it is closed.
      if case .database(.refused) = error { keep(connection) }
      throw error
    }
    keep(connection)
    return value
  }

  private func keep(_ connection: PostgresConnection) {
    idle.withLock { idle in if idle.count < Self.greatestCount { idle.append(connection) } }
  }

  /// Does what may wait on a thread of its own, and ends the wait when the task is cancelled.
  static func blocking<Value: Sendable>(
    _ body: @escaping @Sendable (Int32) throws(AuthError) -> Value
  ) async throws(AuthError) -> Value {
    guard let cancellation = WakeEvent() else { throw .system(code: errno) }
    return try await OwnThread.run(endedBy: cancellation) { () throws(AuthError) in
      try body(cancellation.descriptor)
    }
  }
}
