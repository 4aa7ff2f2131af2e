import OmamoriCore
import OmamoriReport

/// Runs a check for no longer than its time, also one that does not hear of it.
enum BoundedCheck {
  /// The result, or that there was none in time; a check that goes on nevertheless is not listened to.
  static func result(of check: any SecurityCheck, within deadline: Duration) async -> CheckResult {
    guard !Task.isCancelled else { return .unavailable(.cancelled) }
    let answer = FirstAnswer<CheckResult>()
    let work = Task { answer.give(await check.run()) }
    let timer = Task {
      // because a sleep ends early only when nobody waits any more
      try? await Task.sleep(for: deadline)
      answer.give(.unavailable(.deadline))
    }
    let result = await withTaskCancellationHandler {
      await answer.value
    } onCancel: {
      answer.give(.unavailable(.cancelled))
    }
    work.cancel()
    timer.cancel()
    return result
  }
}

/// Waits for the first of several answers; later ones are dropped.
///
/// Safe to use from any thread; one task waits.
final class FirstAnswer<Value: Sendable>: Sendable {
  private struct State {
    var answer: Value?
    var waiter: CheckedContinuation<Value, Never>?
  }

  private let state = Protected(State())

  /// Gives an answer, which counts if it is the first.
  func give(_ value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
      guard state.answer == nil else { return nil }
      state.answer = value
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: value)
  }

  /// The first answer.
  var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state -> Value? in
          if state.answer == nil { state.waiter = continuation }
          return state.answer
        }
        if let answer { continuation.resume(returning: answer) }
      }
    }
  }
}
