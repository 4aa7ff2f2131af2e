import OmamoriCore

/// How long work on a stream goes on, with how many threads, and who is told of it.
///
/// Safe to use from any thread.
final class StreamControl: Sendable {
  /// The number of threads that work at the same time, at least 1.
  let jobs: Int
  private let state = Protected(State())
  /// Apart from the progress, whose callback may be slow.
  private let cancelled = Protected(false)
  private let progress: (@Sendable (UInt64) -> Void)?

  private struct State {
    var done: UInt64 = 0
    var told: UInt64 = 0
  }

  /// The bytes between two reports of progress.
  private static let step: UInt64 = 4 << 20

  /// Starts with nothing done.
  ///
  /// - Parameters:
  ///   - jobs: The number of threads; by default that of the processor's cores, at most 32.
  ///   - progress: Called with the number of bytes of the input that are done, by one thread at a time.
  init(jobs: Int? = nil, progress: (@Sendable (UInt64) -> Void)? = nil) {
    self.jobs = min(max(jobs ?? ProcessInfo.processInfo.activeProcessorCount, 1), 32)
    self.progress = progress
  }

  /// Whether the work is to end without a result.
  var isCancelled: Bool { cancelled.current }

  /// Asks for an end without a result.
  func cancel() { cancelled.withLock { $0 = true } }

  /// Counts bytes of the input that are done.
  func didFinish(_ count: Int) {
    guard let progress else { return }
    // The callback runs with the lock held, so that reports neither overlap nor go backwards.
    state.withLock { state in
      state.done += UInt64(count)
      guard state.done - state.told >= Self.step else { return }
      state.told = state.done
      progress(state.done)
    }
  }

  /// Reports the end.
  func didFinishAll() {
    guard let progress else { return }
    let done = state.withLock { $0.done }
    progress(done)
  }
}
