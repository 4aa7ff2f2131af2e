import OmamoriSystem

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A thread that waits or works outside the pool of Swift's tasks, which must never be blocked.
package enum WatchingThread {
  /// Runs `work` on a new thread and waits for it without blocking one.
  ///
  /// - Parameter work: The work; it goes on to its end when the waiting task is cancelled.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws, and ``CommandLineError/system(code:)`` when there is no thread to be had.
  package static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws
    -> Value
  {
    try await withCheckedThrowingContinuation { continuation in
      let isStarted = OwnThread.start { continuation.resume(with: Result { try work() }) }
      if !isStarted { continuation.resume(throwing: CommandLineError.system(code: EAGAIN)) }
    }
  }
}
