#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A thread that waits or works outside the pool of Swift's tasks, which must never be blocked.
package enum WatchingThread {
  /// The closure on its way to the new thread.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread; gives whether it could be started.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    // because the retained closure is released once: by the thread, or here when there is none
    let work = unsafe Unmanaged.passRetained(Work(body))
    // because the pointer is the one retained above
    guard unsafe create(work.toOpaque()) else {
      unsafe work.release()  // because no thread took it over
      return false
    }
    return true
  }

  /// Runs `work` on a new thread and waits for it without blocking one.
  ///
  /// - Parameter work: The work; it goes on to its end when the waiting task is cancelled.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws, and ``CommandLineError/writeFailed(path:code:)`` when there is no thread to be had.
  package static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws
    -> Value
  {
    try await withCheckedThrowingContinuation { continuation in
      let isStarted = start { continuation.resume(with: Result { try work() }) }
      if !isStarted { continuation.resume(throwing: CommandLineError.writeFailed(path: nil, code: EAGAIN)) }
    }
  }

  private static func run(_ pointer: UnsafeMutableRawPointer) {
    // because `start` passed a retained Work, which is taken over here
    unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
  }
}

#if canImport(Darwin)
extension WatchingThread {
  private static func create(_ work: UnsafeMutableRawPointer) -> Bool {
    var thread: pthread_t?
    let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { pointer in
      unsafe WatchingThread.run(pointer)  // because it is the pointer that was given to pthread_create
      return nil
    }
    // because the entry point gets exactly the pointer given here
    let code = unsafe pthread_create(&thread, nil, entry, work)
    // because the number of the thread is only looked at, and 0 says that there is one
    guard code == 0, let thread = unsafe thread else { return false }
    return unsafe pthread_detach(thread) == 0  // because nobody joins it
  }
}
#elseif canImport(Glibc)
extension WatchingThread {
  private static func create(_ work: UnsafeMutableRawPointer) -> Bool {
    var thread = pthread_t()
    let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
      // because it is the pointer that was given to pthread_create
      if let pointer = unsafe pointer { unsafe WatchingThread.run(pointer) }
      return nil
    }
    // because the entry point gets exactly the pointer given here
    let code = unsafe pthread_create(&thread, nil, entry, work)
    guard code == 0 else { return false }
    return pthread_detach(thread) == 0
  }
}
#endif
