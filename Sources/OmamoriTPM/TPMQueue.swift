#if !canImport(Darwin)
import OmamoriCore

/// Requests to one TPM, done one after the other on a thread that lives as long as there are any.
final class TPMQueue: Sendable {
  private typealias Work = @Sendable () -> Void

  private struct State {
    var waiting: [Work] = []
    var hasThread = false
    /// Whether the request that the thread works on has taken too long already.
    var isOverdue = false
  }

  private let timeout: Duration
  private let state = Protected(State())

  init(timeout: Duration) { self.timeout = timeout }

  /// Runs `work` when its turn comes and waits for it, but no longer than the timeout.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(TPMError) -> Value
  ) async throws(TPMError) -> Value {
    let answer = TPMAnswer<Value>()
    let timer = Task { [timeout, state] in
      guard (try? await Task.sleep(for: timeout)) != nil else { return }
      if answer.give(.failure(.unavailable(.noAnswer))) == .running { state.withLock { $0.isOverdue = true } }
    }
    defer { timer.cancel() }
    submit {
      guard answer.begin() else { return }
      _ = answer.give(Result { () throws(TPMError) in try work() })
    } refuse: {
      _ = answer.give(.failure(.unavailable(.noAnswer)))
    }
    return try await withTaskCancellationHandler {
      await answer.value
    } onCancel: {
      _ = answer.give(.failure(.cancelled))
    }.get()
  }

  private func submit(_ work: @escaping Work, refuse: () -> Void) {
    let isTaken = state.withLock { state in
      guard !state.isOverdue else { return false }
      state.waiting.append(work)
      guard !state.hasThread else { return true }
      state.hasThread = true
      let isStarted = TPMThread.start { [self] in drain() }
      if !isStarted { (state.hasThread, state.waiting) = (false, []) }
      return isStarted
    }
    if !isTaken { refuse() }
  }

  private func drain() {
    while let work = next() { work() }
  }

  private func next() -> Work? {
    state.withLock { state in
      state.isOverdue = false
      guard !state.waiting.isEmpty else {
        state.hasThread = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}
#endif
