#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// A thread of its own for work that takes long on purpose, since the pool of Swift's tasks must never be blocked.
package enum SlowThread {
  /// Runs `work` on a new thread and waits for it without blocking one.
  ///
  /// - Parameter work: The calculation; it goes on to its end when the waiting task is cancelled.
  /// - Returns: What `work` returns. By then, the thread has released `work` and, on Linux, wiped its stack.
  /// - Throws: What `work` throws, and ``CryptoError/outOfMemory`` when there is no thread to be had.
  package static func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(CryptoError) -> Value
  ) async throws(CryptoError) -> Value {
    let pending = Protected(Optional(work))
    let result: Result<Value, CryptoError> = await withCheckedContinuation { continuation in
      let started = start {
        let result = outcome(of: pending)
        wipeStack()
        continuation.resume(returning: result)
      }
      if !started { continuation.resume(returning: .failure(.outOfMemory)) }
    }
    return try result.get()
  }

  /// Runs work and releases it.
  private static func outcome<Value: Sendable>(
    of pending: Protected<(@Sendable () throws(CryptoError) -> Value)?>
  ) -> Result<Value, CryptoError> {
    let work = pending.withLock { $0.take() }
    return Result { () throws(CryptoError) in
      guard let work else { throw .outOfMemory }
      return try work()
    }
  }

  /// The closure on its way to the new thread.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

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

  private static func run(_ pointer: UnsafeMutableRawPointer) {
    BrokenPipeSignal.blockOnThisThread()
    // because `start` passed a retained Work, which is taken over here
    unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
    wipeStack()
  }
}

#if canImport(Darwin)
extension SlowThread {
  private static func wipeStack() {}

  private static func create(_ work: UnsafeMutableRawPointer) -> Bool {
    var thread: pthread_t?
    let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { pointer in
      unsafe SlowThread.run(pointer)  // because it is the pointer that was given to pthread_create
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
extension SlowThread {
  private static func wipeStack() { MemoryWipe.wipeStack() }

  private static func create(_ work: UnsafeMutableRawPointer) -> Bool {
    var thread = pthread_t()
    let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
      // because it is the pointer that was given to pthread_create
      if let pointer = unsafe pointer { unsafe SlowThread.run(pointer) }
      return nil
    }
    // because the entry point gets exactly the pointer given here
    let code = unsafe pthread_create(&thread, nil, entry, work)
    guard code == 0 else { return false }
    _ = pthread_detach(thread)
    return true
  }
}
#endif
