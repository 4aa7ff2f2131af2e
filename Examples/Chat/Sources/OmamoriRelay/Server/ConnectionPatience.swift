/// Lets an answer wait for something to happen, as long as the client is there and the relay is not stopped.
struct ConnectionPatience: Sendable {
  let socket: ClientSocket
  /// Happens with what is waited for, and when the relay is stopped.
  let wake: WakeEvent
  let registry: ConnectionRegistry

  /// Waits for the event.
  ///
  /// - Parameter deadline: The last moment to wait.
  /// - Returns: Whether it happened; `false` when there is no use in waiting any more.
  func wait(until deadline: ContinuousClock.Instant) -> Bool {
    guard deadline > .now, registry.stoppingDeadline == nil else { return false }
    let outcome = ConnectionWatch.wait(
      socket.descriptor, for: ConnectionWatch.goodbye, wake: wake, until: deadline)
    if outcome.isWoken { wake.clear() }
    return outcome.isWoken && !outcome.isReady
  }
}
