import Glibc

/// A thread of its own for what blocks, since the pool of Swift's tasks must never be blocked.
public enum DetachedThread {
  /// The closure on its way to the new thread.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread, on which writing to a closed socket is an error and no signal.
  ///
  /// - Returns: Whether there was a thread to be had.
  public static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var thread = pthread_t()
    let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
      // because it is the pointer that was given to pthread_create
      if let pointer = unsafe pointer { unsafe DetachedThread.run(pointer) }
      return nil
    }
    // because the retained closure is released once: by the thread, or here when there is none
    let work = unsafe Unmanaged.passRetained(Work(body))
    // because the entry point gets exactly the pointer given here
    guard unsafe pthread_create(&thread, nil, entry, work.toOpaque()) == 0 else {
      unsafe work.release()  // because no thread took it over
      return false
    }
    _ = pthread_detach(thread)
    return true
  }

  private static func run(_ pointer: UnsafeMutableRawPointer) {
    var signals = sigset_t()
    // because each call works on exactly the one set
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    // because `start` passed a retained Work, which is taken over here
    unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
  }

  /// Runs `work` on a new thread and waits for it without blocking one.
  ///
  /// - Parameter work: The work; it goes on to its end when the waiting task is cancelled.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws, ``SystemFailure`` when there is no thread to be had.
  public static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws
    -> Value
  {
    try await withCheckedThrowingContinuation { continuation in
      let isStarted = start { continuation.resume(with: Result { try work() }) }
      if !isStarted { continuation.resume(throwing: SystemFailure(code: EAGAIN)) }
    }
  }
}
