/// Lets one task of the process through at a time, in the order in which they came.
///
/// Safe to use from any thread; waiting blocks none.
package final class SerialGate: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Protected(State())

  /// Makes a gate that nobody has passed.
  package init() {}

  /// Waits to be let through; ``leave()`` must follow.
  package func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  /// Lets the next one through.
  package func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
