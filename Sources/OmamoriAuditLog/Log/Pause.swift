#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A short wait of a thread of our own.
enum Pause {
  /// Waits.
  static func milliseconds(_ count: UInt32) { _ = usleep(count * 1000) }
}
