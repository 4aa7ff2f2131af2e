import OmamoriCore

/// Tells everybody who listens what a session is at.
///
/// Safe to use from any thread.
final class StateBroadcast: Sendable {
  private struct State {
    var last = SessionState.unknown
    var next = 0
    var listeners: [Int: AsyncStream<SessionState>.Continuation] = [:]
  }

  private let state = Protected(State())

  deinit { for listener in state.withLock({ $0.listeners.values.map(\.self) }) { listener.finish() } }

  /// The last state.
  var last: SessionState { state.withLock { $0.last } }

  func send(_ new: SessionState) {
    state.withLock { state in
      state.last = new
      for listener in state.listeners.values { listener.yield(new) }
    }
  }

  func listen() -> AsyncStream<SessionState> {
    let (stream, listener) = AsyncStream.makeStream(
      of: SessionState.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = listener
      listener.yield(state.last)
      return state.next
    }
    listener.onTermination = { [weak self] _ in
      self?.state.withLock { state in state.listeners[number] = nil }
    }
    return stream
  }
}
