#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Microseconds on the clock that sd-bus reckons with.
enum MonotonicTime {
  /// The time now.
  static var now: UInt64 {
    var time = timespec()
    unsafe _ = clock_gettime(CLOCK_MONOTONIC, &time)  // because the structure lives during the call
    return UInt64(clamping: time.tv_sec) &* 1_000_000 &+ UInt64(clamping: time.tv_nsec / 1_000)
  }

  /// The time after a while, at most a day.
  static func after(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = duration.components
    let whole = UInt64(clamping: min(max(seconds, 0), 86_400))
    return now &+ whole &* 1_000_000 &+ UInt64(clamping: attoseconds / 1_000_000_000_000)
  }
}
