import ChatSystem
import Glibc
import OmamoriCore
import Synchronization

/// What happens when the person or the system stops the program: the command is cancelled as a task, and when it has not
/// ended after a while the process ends all the same.
///
/// Safe to use from any thread.
final class Interruption: Sendable {
  private struct State {
    var grace = 1
    var isInterrupted = false
  }

  private let state = Protected(State())

  /// Whether the program was stopped.
  var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Gives the command more time to end.
  ///
  /// - Parameter grace: The time in seconds.
  func allow(seconds grace: Int) { state.withLock { $0.grace = grace } }

  /// Calls `cancel` once when control-C is pressed or `SIGTERM` comes; a second one ends the process.
  ///
  /// Signals that the process was started to ignore stay ignored.
  func watch(_ cancel: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [-1, -1]
    // because pipe fills exactly the two elements of the array
    guard unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let readEnd = ends[0]
    let isWatched = DetachedThread.start { [self] in
      var byte: UInt8 = 0
      // because one byte is read into one byte that outlives the call
      while unsafe read(readEnd, &byte, 1) != 1 {
        guard errno == EINTR else { return }
      }
      for number in [SIGINT, SIGTERM] { _ = signal(number, SIG_DFL) }
      let grace = state.withLock { state in
        state.isInterrupted = true
        return state.grace
      }
      cancel()
      sleep(UInt32(grace))
      _exit(ExitCode.interrupted.rawValue)
    }
    guard isWatched else { return }
    writeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    for number in [SIGINT, SIGTERM] {
      let old = signal(number, SIG_IGN)
      // because only the number of the old disposition is looked at, and SIG_IGN is 1
      if unsafe unsafeBitCast(old, to: Int.self) == 1 { continue }
      // The handler only calls write, which POSIX allows in one, and puts errno back.
      _ = signal(number) { _ in
        let saved = errno
        var byte: UInt8 = 0
        // because one byte is read from one byte that outlives the call
        _ = unsafe write(writeEnd.load(ordering: .relaxed), &byte, 1)
        errno = saved
      }
    }
  }
}

/// The end of the pipe the handler writes to; -1 until signals are watched.
private let writeEnd = Atomic<Int32>(-1)
