/// Where a session is kept, for all processes or machines that share it; a port.
///
/// Safe to use from any thread; no call blocks the caller's executor.
public protocol TokenSessionStore: Sendable {
  /// How long a process that lost its lock may still be waiting for an answer.
  ///
  /// Zero where a lock ends only with the process that held it, so that whoever gets the lock knows that nobody else is
  /// at work.
  var settlingTime: Duration { get }

  /// Reads the session.
  ///
  /// - Returns: The session; `nil` only when there is none.
  /// - Throws: ``AuthError``.
  func load() async throws(AuthError) -> StoredSession?

  /// Writes the session, if nobody else has written since; it is on the disk when this returns.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - generation: The number of the session that it replaces; `nil` when there must be none.
  /// - Throws: ``AuthError``; `session(.conflict)` when another one is there, which stays.
  func save(_ session: StoredSession, replacing generation: UInt64?) async throws(AuthError)

  /// Waits until nobody else refreshes the session.
  ///
  /// - Parameter limit: How long to wait at most.
  /// - Returns: The lock, which is held until it is released or the process ends.
  /// - Throws: ``AuthError``; `session(.busy)` when it took too long.
  func lock(within limit: Duration) async throws(AuthError) -> any SessionLock
}
