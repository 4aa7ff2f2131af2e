import Glibc
import OmamoriCore

/// Waits for a socket, for an event, or for a moment, whichever comes first.
enum ConnectionWatch {
  /// What came.
  struct Outcome: Sendable {
    /// The socket is ready or broken.
    var isReady = false
    /// The event happened.
    var isWoken = false
    /// Neither came in time.
    var isLate: Bool { !isReady && !isWoken }
  }

  /// The other side ended its part of the connection (`POLLRDHUP` of Linux).
  static let goodbye: Int16 = 0x2000
  static let input = Int16(POLLIN)
  static let output = Int16(POLLOUT)

  /// Waits.
  ///
  /// - Parameters:
  ///   - descriptor: The socket.
  ///   - events: What it must be ready for; errors count always.
  ///   - wake: The event, if there is one.
  ///   - deadline: The last moment to wait.
  /// - Returns: What came.
  static func wait(
    _ descriptor: Int32, for events: Int16, wake: WakeEvent?, until deadline: ContinuousClock.Instant
  ) -> Outcome {
    // A descriptor below zero is passed over.
    var watched = [
      pollfd(fd: descriptor, events: events, revents: 0),
      pollfd(fd: wake?.descriptor ?? -1, events: input, revents: 0),
    ]
    while true {
      let code = unsafe poll(&watched, 2, milliseconds(until: deadline))  // because there are two of them
      if code == 0 { return Outcome() }
      if code > 0 { return Outcome(isReady: watched[0].revents != 0, isWoken: watched[1].revents != 0) }
      guard errno == EINTR || errno == EAGAIN else { return Outcome(isReady: true) }
    }
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let (seconds, attoseconds) = (deadline - .now).components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    // Rounded up, so that the moment has come when nothing else has.
    return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
