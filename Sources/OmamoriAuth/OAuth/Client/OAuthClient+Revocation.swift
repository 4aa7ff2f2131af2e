extension OAuthClient {
  /// Makes a token worthless (RFC 7009); that of a refresh token ends the whole grant.
  ///
  /// Success also means that the server did not know the token.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - hint: What kind of token it is.
  /// - Throws: ``AuthError/configuration(_:)`` with ``ConfigurationFault/endpointMissing`` when the server cannot revoke;
  ///   otherwise ``AuthError``.
  public func revoke(_ token: SecretText, hint: TokenHint? = .refreshToken) async throws(AuthError) {
    var form = FormFields()
    form["token"] = token
    form.set("token_type_hint", hint?.rawValue)
    let (answer, _) = try await submit(form, to: .revocation)
    // 204 is not in the specification, and some servers answer it all the same.
    guard answer.status == 200 || answer.status == 204 else { throw AuthError(refusal: answer) }
  }
}
