import OmamoriSystem
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Turns `SIGINT` (control-C) and `SIGTERM` into a call on an ordinary thread.
///
/// The signal handler only writes one byte to a pipe; a thread of its own reads it and calls back, so the
/// callback may do anything. After the first signal both have their default meaning again: a second control-C
/// ends the process at once. A signal the process was started to ignore (`nohup`) stays ignored.
public enum InterruptHandler {
  /// Starts to watch; later calls replace nothing and give `false`.
  ///
  /// - Parameter callback: Called once, with the number of the signal.
  /// - Returns: Whether the signals are watched now.
  @discardableResult
  public static func install(_ callback: @escaping @Sendable (Int32) -> Void) -> Bool {
    var ends: [Int32] = [-1, -1]
    // because pipe fills exactly the two elements of the array
    guard unsafe pipe(&ends) == 0 else { return false }
    let claim = writeEnd.compareExchange(
      expected: -1,
      desired: ends[1],
      successOrdering: .sequentiallyConsistent,
      failureOrdering: .sequentiallyConsistent
    )
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let readEnd = ends[0]
    guard claim.exchanged, OwnThread.start({ watch(readEnd, callback) }) else {
      for end in ends { close(end) }
      return false
    }
    for number in [SIGINT, SIGTERM] { catchUnlessIgnored(number) }
    return true
  }

  private static func watch(_ readEnd: Int32, _ callback: @Sendable (Int32) -> Void) {
    var byte: UInt8 = 0
    while true {
      // because one byte is read into one byte that outlives the call
      let count = unsafe read(readEnd, &byte, 1)
      if count == 1 { break }
      if count == 0 || errno != EINTR { return }
    }
    for number in [SIGINT, SIGTERM] { _ = signal(number, SIG_DFL) }
    callback(Int32(byte))
  }

  private static func catchUnlessIgnored(_ number: Int32) {
    let old = signal(number, SIG_IGN)
    // because only the number of the old disposition is looked at, and SIG_IGN is 1
    if unsafe unsafeBitCast(old, to: Int.self) == 1 { return }
    // The handler only calls write, which POSIX allows in one, and puts errno back.
    _ = signal(number) { number in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      // because one byte is read from one byte that outlives the call
      _ = unsafe write(writeEnd.load(ordering: .relaxed), &byte, 1)
      errno = saved
    }
  }
}

/// The end of the pipe the handler writes to; -1 until signals are watched.
private let writeEnd = Atomic<Int32>(-1)
