extension OAuthClient {
  /// Asks what a token is worth; for servers that take tokens (RFC 7662).
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - hint: What kind of token it is.
  /// - Returns: What the server says; a token that it does not know is not active.
  /// - Throws: ``AuthError/configuration(_:)`` for a public client, which may not ask; otherwise ``AuthError``.
  public func introspect(
    _ token: SecretText, hint: TokenHint? = nil
  ) async throws(AuthError) -> Introspection {
    guard authentication.isProof else { throw .configuration(.clientAuthentication) }
    var form = FormFields()
    form["token"] = token
    form.set("token_type_hint", hint?.rawValue)
    let (answer, _) = try await submit(form, to: .introspection)
    return try Introspection(answer.members())
  }
}
