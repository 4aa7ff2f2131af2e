#if os(Linux)
import CSystemCalls

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An event that wakes a thread which waits in `poll`, together with what else it waits for.
///
/// It stays until it is cleared. Safe to use from any thread.
package final class WakeEvent: Sendable {
  /// Is readable from the event on.
  package let descriptor: Int32

  /// Makes an event that has not happened; `nil`, with the reason in `errno`, when there are no descriptors left.
  package init?() {
    descriptor = omamori_make_event()
    guard descriptor >= 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Lets the event happen; again has no effect.
  package func signal() {
    var one: UInt64 = 1
    // because a counter of events takes exactly eight bytes; when it is full the event has happened already
    unsafe _ = write(descriptor, &one, 8)
  }

  /// Makes the event not to have happened.
  package func clear() {
    var count: UInt64 = 0
    unsafe _ = read(descriptor, &count, 8)  // because a counter of events gives exactly eight bytes
  }

  /// Whether the event has happened.
  package var hasHappened: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) == 1  // because one entry is passed and counted
  }
}
#endif
