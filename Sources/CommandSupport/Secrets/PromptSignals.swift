import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// What can end a question at the terminal before it is answered: a signal, or the end of the task that asks.
///
/// The handlers only write the number of the signal to a pipe that the asking thread waits for. There is one question at
/// a time in a process.
final class PromptSignals: Sendable {
  /// The signals after which the terminal has to be put back before they have their usual effect.
  private static let numbers = [SIGTSTP, SIGQUIT, SIGHUP]

  /// What the asking thread waits for.
  let readEnd: Int32
  private let writeEnd: Int32

  /// Makes the pipe; `nil` when the system has none left.
  init?() {
    var ends: [Int32] = [-1, -1]
    // because pipe fills exactly the two elements of the array
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Ends the question; may be called from any thread.
  func cancel() { Self.send(0, to: writeEnd) }

  /// The next signal, 0 when the task was cancelled; called when the pipe is readable.
  func next() -> Int32 {
    var byte: UInt8 = 0
    // because one byte is read into one byte that outlives the call
    _ = unsafe read(readEnd, &byte, 1)
    return Int32(byte)
  }

  /// Begins to catch the signals that the process was not started to ignore.
  func startCatching() {
    promptEnd.store(writeEnd, ordering: .sequentiallyConsistent)
    for number in Self.numbers {
      let old = signal(number, SIG_IGN)
      // because only the number of the old disposition is looked at, and SIG_IGN is 1
      if unsafe unsafeBitCast(old, to: Int.self) == 1 { continue }
      // The handler only calls write, which POSIX allows in one, and puts errno back.
      _ = signal(number) { number in
        let saved = errno
        PromptSignals.send(UInt8(truncatingIfNeeded: number), to: promptEnd.load(ordering: .relaxed))
        errno = saved
      }
    }
  }

  /// Gives the signals that were caught their usual meaning back.
  func stopCatching() {
    for number in Self.numbers {
      let old = signal(number, SIG_DFL)
      // because only the number of the old disposition is looked at, and SIG_IGN is 1
      if unsafe unsafeBitCast(old, to: Int.self) == 1 { _ = signal(number, SIG_IGN) }
    }
    promptEnd.store(-1, ordering: .sequentiallyConsistent)
  }

  /// Gives a signal that was caught its usual effect; returns when the process goes on after having been stopped.
  func deliver(_ number: Int32) {
    var signals = sigset_t()
    // because each call works on exactly the one set; threads of Swift's tasks begin with all signals blocked
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }

  private static func send(_ number: UInt8, to descriptor: Int32) {
    var byte = number
    // because one byte is read from one byte that outlives the call
    _ = unsafe write(descriptor, &byte, 1)
  }
}

/// The end of the pipe the handlers write to; -1 while nothing is asked.
private let promptEnd = Atomic<Int32>(-1)
