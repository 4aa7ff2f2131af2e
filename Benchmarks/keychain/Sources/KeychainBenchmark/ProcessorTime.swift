import Foundation

/// The time that the processor spent on this thread, which other work on the machine does not lengthen by waiting.
enum ProcessorTime {
  /// What `body` takes.
  static func measure(_ body: () throws -> Void) rethrows -> Duration {
    let start = now
    try body()
    return now - start
  }

  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
