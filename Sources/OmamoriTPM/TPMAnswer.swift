#if !canImport(Darwin)
import OmamoriCore

/// The answer to one request: given once, by whoever comes first, and awaited once.
final class TPMAnswer<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, TPMError>

  /// How far a request is.
  enum Progress {
    case waiting
    case running
    case answered
  }

  private struct State {
    var progress = Progress.waiting
    var outcome: Outcome?
    var continuation: CheckedContinuation<Outcome, Never>?
  }

  private let state = Protected(State())

  /// Says that the work begins; `false` when nobody waits for it any more.
  func begin() -> Bool {
    state.withLock { state in
      guard state.progress == .waiting else { return false }
      state.progress = .running
      return true
    }
  }

  /// Gives the answer unless there is one already; returns how far the request was before.
  func give(_ outcome: Outcome) -> Progress {
    let (before, continuation) = state.withLock { state in
      let before = state.progress
      guard before != .answered else { return (before, CheckedContinuation<Outcome, Never>?.none) }
      state.progress = .answered
      state.outcome = outcome
      return (before, state.continuation.take())
    }
    continuation?.resume(returning: outcome)
    return before
  }

  /// The answer, if it is there.
  var current: Outcome? { state.withLock { $0.outcome } }

  /// The answer, as soon as it is there.
  var value: Outcome {
    get async {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state in
          if state.outcome == nil { state.continuation = continuation }
          return state.outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    }
  }
}
#endif
