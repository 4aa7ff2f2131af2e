import OmamoriCore

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
