import OmamoriCore

/// A task that waits until its events are durable.
///
/// It is answered once for each event: with the first failure, or with the last success. Safe to use from any thread.
final class AppendWaiter: Sendable {
  typealias Answer = Result<UInt64, AuditLogError>

  private struct State {
    var left: Int
    var answer: Answer?
    var continuation: CheckedContinuation<Answer, Never>?
  }

  private let state: Protected<State>

  /// Waits for so many events, at least one.
  init(count: Int = 1) { state = Protected(State(left: count)) }

  /// Waits for the answers to all events.
  func wait() async -> Answer {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Answer? in
        guard state.left <= 0, let answer = state.answer else {
          state.continuation = continuation
          return nil
        }
        return answer
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Gives the answer to some events: the number of the last one's record, or why there is none.
  func answer(_ answer: Answer, count: Int = 1) {
    let (continuation, result) = state.withLock { state -> (CheckedContinuation<Answer, Never>?, Answer) in
      guard state.left > 0 else { return (nil, answer) }
      state.left -= count
      let result = state.answer?.combined(with: answer) ?? answer
      state.answer = result
      guard state.left <= 0 else { return (nil, result) }
      defer { state.continuation = nil }
      return (state.continuation, result)
    }
    continuation?.resume(returning: result)
  }
}

extension AppendWaiter.Answer {
  /// The answer to events before others: the first failure, or the last success.
  func combined(with later: Self) -> Self {
    if case .failure = self { return self }
    return later
  }
}
