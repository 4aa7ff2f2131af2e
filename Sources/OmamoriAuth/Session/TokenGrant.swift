import OmamoriCore

/// What a session needs of the server that its tokens come from; a port.
///
/// An OAuth client and ``CredentialLogin`` conform. Both calls do one exchange each and repeat nothing by themselves:
/// whether a refresh token may be sent again is the session's to decide. Safe to use from any thread.
public protocol TokenGrant: Sendable {
  /// Whether the server takes tokens back (RFC 7009).
  var canRevoke: Bool { get }

  /// Exchanges a refresh token for new tokens (RFC 6749 §6).
  ///
  /// - Parameter refreshToken: The refresh token; it is sent at most once.
  /// - Returns: What the server granted.
  /// - Throws: ``AuthError``. `server(.invalidGrant, …)` says that the token is not taken any more,
  ///   `session(.postponed(seconds:))` that the server wants to be left alone for a while, and `transport` whether the
  ///   request may have arrived.
  func refresh(_ refreshToken: SecretText) async throws(AuthError) -> TokenAnswer

  /// Gives a token back, so that nobody can use it any more.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - kind: What it is; a hint to the server.
  /// - Throws: ``AuthError``; a server that does not know the token has nothing to complain about.
  func revoke(_ token: SecretText, kind: TokenHint) async throws(AuthError)
}

extension OAuthClient: TokenGrant {
  /// Whether the server names a revocation endpoint.
  public var canRevoke: Bool {
    do throws(AuthError) {
      _ = try metadata.url(of: .revocation, showingCertificate: authentication.showsCertificate)
      return true
    } catch {
      return false
    }
  }

  /// Exchanges a refresh token for new tokens, with the scopes that were granted.
  public func refresh(_ refreshToken: SecretText) async throws(AuthError) -> TokenAnswer {
    try await refresh(refreshToken, scope: nil)
  }

  /// Gives a token back.
  public func revoke(_ token: SecretText, kind: TokenHint) async throws(AuthError) {
    try await revoke(token, hint: kind)
  }
}
