import OmamoriCore

/// A store for as long as the process lives, for tests and for sessions that are not to be kept.
///
/// Safe to use from any thread.
public final class MemorySessionStore: TokenSessionStore {
  private struct State {
    var session: StoredSession?
    var isLocked = false
  }

  private let state = Protected(State())

  /// Makes an empty store.
  public init() {}

  /// Nobody can lose a lock here.
  public var settlingTime: Duration { .zero }

  /// The session; `nil` when there is none.
  public func load() async throws(AuthError) -> StoredSession? { state.withLock { $0.session } }

  /// Keeps a session in place of the one with this number.
  public func save(_ session: StoredSession, replacing generation: UInt64?) async throws(AuthError) {
    let isSaved = state.withLock { state in
      guard state.session?.generation == generation else { return false }
      state.session = session
      return true
    }
    guard isSaved else { throw .session(.conflict) }
  }

  /// Waits until nobody else refreshes the session.
  public func lock(within limit: Duration) async throws(AuthError) -> any SessionLock {
    try await LockPolling.acquire(within: limit) { [state] () throws(AuthError) -> (any SessionLock)? in
      let isFree = state.withLock { state in
        defer { state.isLocked = true }
        return !state.isLocked
      }
      return isFree ? Lock(state) : nil
    }
  }

  private final class Lock: SessionLock {
    private let state: Protected<State>
    private let isHeld = Protected(true)

    init(_ state: Protected<State>) { self.state = state }

    deinit { free() }

    func release() async { free() }

    private func free() {
      let wasHeld = isHeld.withLock { isHeld in
        defer { isHeld = false }
        return isHeld
      }
      if wasHeld { state.withLock { $0.isLocked = false } }
    }
  }
}
