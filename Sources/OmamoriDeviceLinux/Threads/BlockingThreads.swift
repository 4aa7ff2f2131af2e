import OmamoriCore

/// Threads of our own for calls that wait for a person, never more than a certain number.
///
/// A call that hangs keeps its thread, and the thread its place; when no place is left further calls are refused rather
/// than queued. Safe to use from any thread.
final class BlockingThreads: Sendable {
  /// Those that the whole process shares.
  static let shared = BlockingThreads(limit: 8)

  private let limit: Int
  private let running = Protected(0)

  /// Allows a number of threads.
  init(limit: Int) { self.limit = limit }

  /// The threads that work now, those included whose caller has gone.
  var count: Int { running.current }

  /// Runs `work` on a thread and waits for it without blocking one.
  ///
  /// - Parameters:
  ///   - work: The call.
  ///   - cancel: Called when the waiting task is cancelled; it should make `work` end soon.
  /// - Returns: What `work` returned; `nil` when the task was cancelled, at once, or when there is no thread. What
  ///   `work` returns afterwards is thrown away.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, onCancel cancel: @escaping @Sendable () -> Void
  ) async -> Value? {
    guard !Task.isCancelled else { return nil }
    let answer = PendingAnswer<Value?>()
    guard start({ answer.give(work()) }) else { return nil }
    let value = await withTaskCancellationHandler {
      await answer.value
    } onCancel: {
      answer.give(nil)
      cancel()
    }
    return Task.isCancelled ? nil : value
  }

  private func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let hasPlace = running.withLock { running in
      guard running < limit else { return false }
      running += 1
      return true
    }
    guard hasPlace else { return false }
    let isStarted = OwnThread.start { [self] in
      work()
      running.withLock { $0 -= 1 }
    }
    if !isStarted { running.withLock { $0 -= 1 } }
    return isStarted
  }
}
