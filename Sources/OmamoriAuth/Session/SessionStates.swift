/// The states of a session: the present one at once, then every change.
///
/// Whoever reads slowly misses states in between, never the last one. Every loop has its own sequence; it ends with the
/// session or when its task is cancelled. A value; safe to share between threads.
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
