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
