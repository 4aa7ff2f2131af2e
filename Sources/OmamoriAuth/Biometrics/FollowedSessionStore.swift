import OmamoriCore

/// A store of a session that tells a listener, after each write, whether the refresh token is a new one.
///
/// Put it around the store that a session is made with: then a copy of the token, such as that of a ``BiometricLogin``,
/// follows as soon as the new token is on the disk, and before the session uses it. Safe to use from any thread.
public struct FollowedSessionStore: TokenSessionStore {
  private let store: any TokenSessionStore
  private let listener: any RotationListener
  private let told = Protected<Told?>(nil)

  /// What the listener was told last.
  private enum Told: Equatable {
    case changed(SecretText)
    case ended
  }

  /// Follows a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - listener: Hears of new tokens and of the end; the session waits for it.
  public init(_ store: any TokenSessionStore, listener: any RotationListener) {
    (self.store, self.listener) = (store, listener)
  }

  /// That of the store.
  public var settlingTime: Duration { store.settlingTime }

  /// Reads the session.
  public func load() async throws(AuthError) -> StoredSession? { try await store.load() }

  /// Writes the session, and tells of its token once it is on the disk.
  public func save(_ session: StoredSession, replacing generation: UInt64?) async throws(AuthError) {
    // Read first: once it is on the disk, nothing may say that it is not.
    let record = try SessionRecord(session)
    try await store.save(session, replacing: generation)
    switch record.state {
    case .active(let tokens, _):
      guard let refresh = tokens.refresh, isNews(.changed(refresh)) else { return }
      await listener.refreshTokenChanged(to: refresh)
    case .reauthenticationRequired, .loggedOut:
      if isNews(.ended) { await listener.sessionEnded() }
    }
  }

  /// Waits until nobody else refreshes the session.
  public func lock(within limit: Duration) async throws(AuthError) -> any SessionLock {
    try await store.lock(within: limit)
  }

  private func isNews(_ news: Told) -> Bool {
    told.withLock { told in
      defer { told = news }
      return told != news
    }
  }
}

/// Hears when a session's refresh token is exchanged for a new one, or is gone; a port.
///
/// Whoever keeps a copy of the token has to follow, since a server with rotation takes the use of an old one for theft. A
/// session calls it after it has stored the new token and before it uses it. Safe to use from any thread.
public protocol RotationListener: Sendable {
  /// The session has a new refresh token.
  ///
  /// - Parameter refreshToken: The new token.
  func refreshTokenChanged(to refreshToken: SecretText) async

  /// The session has ended; no copy of its tokens may be left.
  func sessionEnded() async
}
