import OmamoriSystem

/// State behind a lock, to be shared by reference.
///
/// Hold the lock for short, non-suspending work only, and do not lock a box again inside its own closure: that never
/// returns. Safe to use from any thread.
public final class Protected<State: ~Copyable>: Sendable {
  private let mutex: StateMutex<State>

  /// Puts a state behind a lock.
  public init(_ state: consuming sending State) { mutex = StateMutex(state) }

  /// Calls `body` with exclusive access to the state, waiting for other threads to be done.
  ///
  /// - Parameter body: Reads and changes the state.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; changes made until then stay.
  public func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock(body)
  }
}

extension Protected where State: Sendable {
  /// A copy of the state as it is now.
  public var current: State { withLock { $0 } }
}
