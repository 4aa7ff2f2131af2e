#if !canImport(Darwin)
import Glibc
import OmamoriCore

/// When an examination has to be over, and whether it was called off.
///
/// Safe to use from any thread.
struct ProbeWatch: Sendable {
  /// Why waiting ended without what was waited for.
  enum Interruption: Error, Equatable {
    /// The time is over.
    case timedOut
    /// Nobody wants to know any more.
    case cancelled
    /// The system refused; its error number.
    case failed(Int32)
  }

  /// Happens when the examination is called off.
  let cancellation: WakeEvent
  /// The moment at which it must be over.
  let deadline: ContinuousClock.Instant

  /// The same with a deadline that is not later than after `duration`.
  func limited(to duration: Duration) -> ProbeWatch {
    ProbeWatch(cancellation: cancellation, deadline: min(deadline, .now + duration))
  }

  /// Waits until a descriptor is ready for some of `events`.
  func wait(for descriptor: Int32, _ events: Int32) throws(Interruption) {
    while true {
      let rest = ContinuousClock.now.duration(to: deadline).components
      let milliseconds = rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000
      guard rest.seconds >= 0, rest.attoseconds >= 0 else { throw .timedOut }
      var entries = [
        pollfd(fd: descriptor, events: Int16(events), revents: 0),
        pollfd(fd: cancellation.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      // because two entries are passed and counted
      let count = unsafe poll(&entries, 2, Int32(clamping: milliseconds + 1))
      if entries[1].revents != 0 { throw .cancelled }
      if count < 0, errno != EINTR { throw .failed(errno) }
      if count > 0, entries[0].revents != 0 { return }
    }
  }
}
#endif
