import OmamoriCore

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
