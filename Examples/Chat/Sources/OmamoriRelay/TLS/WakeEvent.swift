import CRelayTLS
import Glibc
import OmamoriCore

/// An event that wakes a thread which waits for a socket.
///
/// It stays until it is cleared. Safe to use from any thread.
final class WakeEvent: Sendable {
  /// Becomes readable with the event.
  let descriptor: Int32

  /// Makes an event.
  ///
  /// - Throws: ``RelayError/system(code:)`` when there are no descriptors left.
  init() throws(RelayError) {
    descriptor = relay_make_event()
    guard descriptor >= 0 else { throw .system(code: errno) }
  }

  deinit { close(descriptor) }

  /// Lets the event happen.
  func signal() {
    var one: UInt64 = 1
    // because a counter of events takes exactly eight bytes; when it is full the event has happened already
    unsafe _ = write(descriptor, &one, 8)
  }

  /// Makes the event not to have happened.
  func clear() {
    var count: UInt64 = 0
    unsafe _ = read(descriptor, &count, 8)  // because a counter of events gives exactly eight bytes
  }
}
