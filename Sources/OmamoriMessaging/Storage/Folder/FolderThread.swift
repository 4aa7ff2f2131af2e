import OmamoriCrypto

/// A thread of its own for work on files, since the pool of Swift's tasks must never be blocked.
enum FolderThread {
  /// Runs `work` on a new thread and waits for it without blocking one.
  ///
  /// - Parameter work: The work; it goes on to its end when the waiting task is cancelled.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws, and ``MessagingError/cryptography(_:)`` when there is no thread to be had.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(MessagingError) -> Value
  ) async throws(MessagingError) -> Value {
    let result: Result<Value, MessagingError> = await withCheckedContinuation { continuation in
      let isStarted = SlowThread.start {
        continuation.resume(returning: Result { () throws(MessagingError) in try work() })
      }
      if !isStarted { continuation.resume(returning: .failure(.cryptography(.outOfMemory))) }
    }
    return try result.get()
  }
}
