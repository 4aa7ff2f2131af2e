extension OAuthClient {
  /// Prepares the page by which a person also logs out at the server.
  ///
  /// - Parameters:
  ///   - identityToken: The identity token of the login, which says whose session ends; the server may ask without it.
  ///   - redirectURI: Where the browser comes back to, as registered; `nil` to stay at the server.
  /// - Returns: The page, and what checks the callback.
  /// - Throws: ``AuthError/configuration(_:)`` with ``ConfigurationFault/endpointMissing``; ``AuthError``.
  public func logoutRequest(
    identityToken: SecretText? = nil, redirectURI: RedirectURI? = nil
  ) throws(AuthError) -> LogoutRequest {
    try LogoutRequest(self, identityToken: identityToken, redirectURI: redirectURI)
  }
}
