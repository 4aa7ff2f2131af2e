import CDBus

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Wakes a thread that waits in `poll`.
///
/// Safe to use from any thread.
final class WakeEvent: Sendable {
  /// What to wait for.
  let descriptor: Int32

  /// Makes an event; `nil` when there are no descriptors left.
  init?() {
    let made = omamori_bus_make_event()
    guard made >= 0 else { return nil }
    descriptor = made
  }

  deinit { _ = close(descriptor) }

  /// Wakes the thread now or when it waits next.
  func wake() {
    var one: UInt64 = 1
    unsafe _ = write(descriptor, &one, MemoryLayout<UInt64>.size)  // because the number lives during the call
  }

  /// Takes back what woke the thread.
  func clear() {
    var count: UInt64 = 0
    // because the number lives during the call
    unsafe _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}
