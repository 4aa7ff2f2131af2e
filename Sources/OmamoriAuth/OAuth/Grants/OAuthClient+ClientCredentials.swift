extension OAuthClient {
  /// Gets a token for the client itself, without a person (RFC 6749 §4.4); for servers.
  ///
  /// - Parameters:
  ///   - scope: The scopes.
  ///   - resource: The service that the token is for (RFC 8707).
  /// - Returns: The token; there is no refresh token, the client asks again.
  /// - Throws: ``AuthError/configuration(_:)`` with ``ConfigurationFault/clientAuthentication`` for a public client.
  public func clientCredentials(
    scope: [String] = [], resource: String? = nil
  ) async throws(AuthError) -> TokenAnswer {
    guard authentication.isProof else { throw .configuration(.clientAuthentication) }
    var form = FormFields()
    form.set("grant_type", "client_credentials")
    form.set("scope", try FormText.scope(scope))
    form.set("resource", resource)
    return try await tokens(for: form)
  }
}
