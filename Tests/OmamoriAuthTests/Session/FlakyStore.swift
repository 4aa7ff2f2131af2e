import OmamoriCore

@testable import OmamoriAuth

/// A store that fails when a test says so, and remembers what was written.
final class FlakyStore: TokenSessionStore {
  struct State {
    var failures: [AuthError] = []
    var readFailures: [AuthError] = []
    var written: [SessionRecord] = []
  }

  let inner: any TokenSessionStore
  let state = Protected(State())
  let settlingTime: Duration

  init(_ inner: any TokenSessionStore = MemorySessionStore(), settlingTime: Duration = .zero) {
    (self.inner, self.settlingTime) = (inner, settlingTime)
  }

  var written: [SessionRecord] { state.withLock { $0.written } }
  func failWriting(_ error: AuthError, times: Int = 1) {
    state.withLock { $0.failures += Array(repeating: error, count: times) }
  }
  func failReading(_ error: AuthError) { state.withLock { $0.readFailures.append(error) } }

  func load() async throws(AuthError) -> StoredSession? {
    if let error = state.withLock({ $0.readFailures.isEmpty ? nil : $0.readFailures.removeFirst() }) {
      throw error
    }
    return try await inner.load()
  }

  func save(_ session: StoredSession, replacing generation: UInt64?) async throws(AuthError) {
    if let error = state.withLock({ $0.failures.isEmpty ? nil : $0.failures.removeFirst() }) { throw error }
    try await inner.save(session, replacing: generation)
    let record = try SessionRecord(session)
    state.withLock { $0.written.append(record) }
  }

  func lock(within limit: Duration) async throws(AuthError) -> any SessionLock {
    try await inner.lock(within: limit)
  }
}
