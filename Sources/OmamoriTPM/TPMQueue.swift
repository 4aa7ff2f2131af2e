import Dispatch
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
    let timer = Task { [self] in
      if (try? await Task.sleep(for: timeout)) != nil { giveUp(answer) }
    }
    defer { timer.cancel() }
    submit(work, answer)
    return try await withTaskCancellationHandler {
      await answer.value
    } onCancel: {
      _ = answer.give(.failure(.cancelled))
    }.get()
  }

  /// Does the same for a thread, which stands still meanwhile.
  func wait<Value: Sendable>(
    for work: @escaping @Sendable () throws(TPMError) -> Value
  ) throws(TPMError) -> Value {
    let (answer, isThere) = (TPMAnswer<Value>(), DispatchSemaphore(value: 0))
    submit(work, answer) { isThere.signal() }
    let (seconds, attoseconds) = timeout.components
    let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    let end = DispatchTime.now() + .nanoseconds(Int(min(nanoseconds, 1e18)))
    if isThere.wait(timeout: end) == .timedOut { giveUp(answer) }
    // Given up or answered, so there is one.
    return try (answer.current ?? .failure(.unavailable(.noAnswer))).get()
  }

  private func giveUp<Value>(_ answer: TPMAnswer<Value>) {
    if answer.give(.failure(.unavailable(.noAnswer))) == .running { state.withLock { $0.isOverdue = true } }
  }

  private func submit<Value>(
    _ work: @escaping @Sendable () throws(TPMError) -> Value,
    _ answer: TPMAnswer<Value>,
    whenDone: @escaping @Sendable () -> Void = {}
  ) {
    let isTaken = enqueue {
      if answer.begin() { _ = answer.give(Result { () throws(TPMError) in try work() }) }
      whenDone()
    }
    guard !isTaken else { return }
    _ = answer.give(.failure(.unavailable(.noAnswer)))
    whenDone()
  }

  private func enqueue(_ work: @escaping Work) -> Bool {
    state.withLock { state in
      guard !state.isOverdue else { return false }
      state.waiting.append(work)
      guard !state.hasThread else { return true }
      state.hasThread = true
      let isStarted = OwnThread.start { [self] in drain() }
      if !isStarted { (state.hasThread, state.waiting) = (false, []) }
      return isStarted
    }
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
