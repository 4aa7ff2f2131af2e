import OmamoriCore

/// Says when the thread of a log is gone and its lock is free.
///
/// Safe to use from any thread.
final class LogFarewell: Sendable {
  private struct State {
    var isSaid = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Protected(State())

  /// The thread is gone.
  func say() {
    let waiting = state.withLock { state in
      state.isSaid = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits for that.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isSaid = state.withLock { state in
        if !state.isSaid { state.waiting.append(continuation) }
        return state.isSaid
      }
      if isSaid { continuation.resume() }
    }
  }
}
