#if !canImport(Darwin)
import Glibc
import OmamoriCore

/// Something that happens once and that a thread can wait for together with a socket.
///
/// Safe to use from any thread.
final class ProbeEvent: Sendable {
  /// Becomes readable for `poll` when it has happened.
  let descriptor: Int32

  /// Makes one; `nil` when there are no descriptors left.
  init?() {
    let descriptor = ProbeDescriptors.makeEvent()
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Lets it happen; again has no effect.
  func signal() {
    var one: UInt64 = 1
    // because eight bytes are read from a variable of eight bytes
    _ = unsafe write(descriptor, &one, 8)
  }

  /// Whether it has happened.
  var hasHappened: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // because one entry is passed and counted
    return unsafe poll(&entry, 1, 0) == 1
  }
}
#endif
