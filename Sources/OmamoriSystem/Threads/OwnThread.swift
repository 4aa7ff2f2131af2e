#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A thread of its own for what waits or takes long, since the pool of Swift's tasks must never be blocked.
///
/// The thread gets no `SIGPIPE`. On Linux its stack is overwritten when its work is done, since the C library keeps the
/// stacks of threads that have ended for those to come.
package enum OwnThread {
  /// The error number of the system when there is no thread to be had.
  package static let refusal = EAGAIN

  /// Runs `work` on a new thread and waits for it without blocking one.
  ///
  /// - Parameter work: What may wait or take long; it goes on to its end when the waiting task is cancelled.
  /// - Returns: What `work` returns. By then, the thread has released `work` and, on Linux, wiped its stack.
  /// - Throws: What `work` throws, and the system's refusal when there is no thread to be had.
  package static func run<Value: Sendable, Failure: SystemCodeError>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await outcome(of: Pending(work)).get()
  }

  #if os(Linux)
  /// Runs `work`, which waits for `end` beside all else, and lets `end` happen when the waiting task is cancelled.
  ///
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws, and the system's refusal when there is no thread to be had.
  package static func run<Value: Sendable, Failure: SystemCodeError>(
    endedBy end: WakeEvent, _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let pending = Pending(work)
    let result = await withTaskCancellationHandler {
      await outcome(of: pending)
    } onCancel: {
      end.signal()
    }
    return try result.get()
  }
  #endif

  /// Runs `body` on a new thread; gives whether it could be started.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    // because the retained closure is released once: by the thread, or here when there is none
    let work = unsafe Unmanaged.passRetained(Work(body))
    // because the pointer is the one retained above
    guard unsafe create(work.toOpaque()) else {
      unsafe work.release()  // because no thread took it over
      return false
    }
    return true
  }

  private static func outcome<Value: Sendable, Failure: SystemCodeError>(
    of pending: Pending<Value, Failure>
  ) async -> Result<Value, Failure> {
    await withCheckedContinuation { continuation in
      let isStarted = start {
        let result = pending.outcome()
        wipeStack()
        continuation.resume(returning: result)
      }
      if !isStarted { continuation.resume(returning: .failure(.system(code: refusal))) }
    }
  }

  /// Work that is done once and then released.
  private final class Pending<Value: Sendable, Failure: SystemCodeError>: Sendable {
    private let work: StateMutex<(@Sendable () throws(Failure) -> Value)?>

    init(_ work: @escaping @Sendable () throws(Failure) -> Value) { self.work = StateMutex(work) }

    func outcome() -> Result<Value, Failure> {
      let work = work.withLock { $0.take() }
      return Result { () throws(Failure) in
        guard let work else { throw .system(code: OwnThread.refusal) }
        return try work()
      }
    }
  }

  /// The closure on its way to the new thread.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static func run(_ pointer: UnsafeMutableRawPointer) {
    BrokenPipeSignal.blockOnThisThread()
    // because `start` passed a retained Work, which is taken over here
    unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
    wipeStack()
  }
}

#if canImport(Darwin)
extension OwnThread {
  private static func wipeStack() {}

  private static func create(_ work: UnsafeMutableRawPointer) -> Bool {
    var thread: pthread_t?
    let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { pointer in
      unsafe OwnThread.run(pointer)  // because it is the pointer that was given to pthread_create
      return nil
    }
    // because the entry point gets exactly the pointer given here
    let code = unsafe pthread_create(&thread, nil, entry, work)
    // because the number of the thread is only looked at, and 0 says that there is one
    guard code == 0, let thread = unsafe thread else { return false }
    _ = unsafe pthread_detach(thread)  // because nobody joins it
    return true
  }
}
#else
extension OwnThread {
  private static func wipeStack() { SystemCalls.wipeStack() }

  private static func create(_ work: UnsafeMutableRawPointer) -> Bool {
    var thread = pthread_t()
    let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
      // because it is the pointer that was given to pthread_create
      if let pointer = unsafe pointer { unsafe OwnThread.run(pointer) }
      return nil
    }
    // because the entry point gets exactly the pointer given here
    let code = unsafe pthread_create(&thread, nil, entry, work)
    guard code == 0 else { return false }
    _ = pthread_detach(thread)
    return true
  }
}

/// An event that wakes a thread which waits in `poll`, together with what else it waits for.
///
/// It stays until it is cleared. Safe to use from any thread.
package final class WakeEvent: Sendable {
  /// Is readable from the event on.
  package let descriptor: Int32

  /// Makes an event that has not happened; `nil`, with the reason in `errno`, when there are no descriptors left.
  package init?() {
    descriptor = SystemCalls.makeEvent()
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
