import OmamoriCore

/// What a session is at, without anything secret.
@nonexhaustive
public enum SessionState: Sendable, Hashable {
  /// Nothing has been read yet.
  case unknown
  /// Somebody is logged in.
  case active
  /// New tokens are being fetched.
  case refreshing
  /// Tokens were asked for, and nobody knows what became of that.
  case outcomeUnknown
  /// The person has to log in again.
  case reauthenticationRequired(ReauthenticationReason)
  /// Nobody is logged in; this many tokens are still to be given back to the server.
  case loggedOut(pendingRevocations: Int)

  /// Whether somebody is logged in.
  public var isAuthenticated: Bool {
    switch self {
    case .active, .refreshing, .outcomeUnknown: true
    case .unknown, .reauthenticationRequired, .loggedOut: false
    }
  }
}

/// The states of a session: the present one at once, then every change.
///
/// Whoever reads slowly misses states in between, never the last one. Every loop has its own sequence; it ends with the
/// session or when its task is cancelled.
public struct SessionStates: AsyncSequence, Sendable {
  /// A state.
  public typealias Element = SessionState
  /// Nothing fails.
  public typealias Failure = Never

  /// Reads the states.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var stream: AsyncStream<SessionState>.AsyncIterator

    init(_ stream: AsyncStream<SessionState>) { self.stream = stream.makeAsyncIterator() }

    /// The next state; `nil` when the session or the task has ended.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> SessionState? {
      await stream.next(isolation: actor)
    }
  }

  private let open: @Sendable () -> AsyncStream<SessionState>

  init(_ open: @escaping @Sendable () -> AsyncStream<SessionState>) { self.open = open }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(open()) }
}

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
