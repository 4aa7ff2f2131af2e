extension OAuthClient {
  /// Gets new tokens for a refresh token (RFC 6749 §6).
  ///
  /// The answer may hold a new refresh token; the old one may be worthless from then on, so the answer has to be stored
  /// before it is used. What an error means for the session is in ``AuthError/refreshFailure``.
  ///
  /// - Parameters:
  ///   - refreshToken: The refresh token.
  ///   - scope: The scopes to ask for, none but those that were granted; `nil` for all of these.
  /// - Returns: The tokens; the identity token in it, if any, is not verified.
  /// - Throws: ``AuthError``; ``SessionFault/postponed(seconds:)`` when the server wants to be left alone for a while.
  public func refresh(_ refreshToken: SecretText, scope: [String]? = nil) async throws(AuthError)
    -> TokenAnswer
  {
    var form = FormFields()
    form.set("grant_type", "refresh_token")
    form["refresh_token"] = refreshToken
    form.set("scope", try FormText.scope(scope ?? []))
    let (answer, sentAt) = try await submit(form, to: .token)
    if answer.status == 429, let seconds = answer.retryAfter { throw .session(.postponed(seconds: seconds)) }
    return try TokenAnswer(answer, sentAt: sentAt, expecting: tokenType)
  }
}
