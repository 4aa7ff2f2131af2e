import OmamoriCore

/// Asks for a lock until it is free; nothing blocks meanwhile.
enum LockPolling {
  /// - Parameters:
  ///   - limit: How long to ask at most.
  ///   - attempt: Takes the lock, or gives `nil` when somebody else has it.
  /// - Returns: The lock.
  /// - Throws: `session(.busy)`, `cancelled`, and what `attempt` throws.
  static func acquire(
    within limit: Duration, _ attempt: @Sendable () async throws(AuthError) -> (any SessionLock)?
  ) async throws(AuthError) -> any SessionLock {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: limit)
    var pause = Duration.milliseconds(2)
    while true {
      if let lock = try await attempt() { return lock }
      guard clock.now < end else { throw .session(.busy) }
      do { try await clock.sleep(until: min(end, clock.now.advanced(by: pause)), tolerance: nil) } catch {
        throw .cancelled
      }
      pause = min(pause * 3 / 2, .milliseconds(50))
    }
  }
}
