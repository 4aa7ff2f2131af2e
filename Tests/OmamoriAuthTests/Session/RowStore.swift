import OmamoriCore

@testable import OmamoriAuth

/// A store whose row others than sessions can remove or put back.
final class RowStore: TokenSessionStore {
  private let row = Protected<StoredSession?>(nil)
  private let locks = MemorySessionStore()

  let settlingTime = Duration.zero

  var stored: StoredSession? { row.current }

  func put(_ session: StoredSession?) { row.withLock { $0 = session } }

  func load() async throws(AuthError) -> StoredSession? { row.current }

  func save(_ session: StoredSession, replacing generation: UInt64?) async throws(AuthError) {
    let isSaved = row.withLock { row in
      guard row?.generation == generation else { return false }
      row = session
      return true
    }
    guard isSaved else { throw .session(.conflict) }
  }

  func lock(within limit: Duration) async throws(AuthError) -> any SessionLock {
    try await locks.lock(within: limit)
  }
}
