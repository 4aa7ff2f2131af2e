import CommandLineKit
import Synchronization

/// Lets work on a thread of its own see that the task that waits for it was cancelled.
package final class Cancellation: Sendable {
  private let flag = Atomic(false)

  /// Nothing is cancelled yet.
  package init() {}

  /// Whether the work is to stop.
  package var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Asks the work to stop.
  package func cancel() { flag.store(true, ordering: .relaxed) }

  /// Throws `CancellationError` when the work is to stop.
  package func check() throws { if isCancelled { throw CancellationError() } }

  /// Runs `work` on a thread of its own.
  ///
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws.
  package func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withTaskCancellationHandler {
      try await WatchingThread.run(work)
    } onCancel: {
      cancel()
    }
  }
}
