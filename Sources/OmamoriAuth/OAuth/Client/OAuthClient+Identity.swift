extension OAuthClient {
  /// Verifies the identity token that a refresh brought (OpenID Connect Core §12.2).
  ///
  /// The tokens that came beside it are to be stored all the same, and revoked when this fails: the refresh token that
  /// was used may be worthless.
  ///
  /// - Parameters:
  ///   - answer: The answer; one without an identity token is fine.
  ///   - subject: Who logged in.
  ///   - nonce: The ``IdentityClaims/nonce`` of the login. A token with another one is refused, one without is fine; `nil`
  ///     for a login without.
  /// - Returns: The token; `nil` when there is none.
  /// - Throws: ``AuthError/token(_:)``, also when it is about somebody else.
  public func verifyIdentity(
    refreshedBy answer: TokenAnswer, subject: String, nonce: String? = nil
  ) async throws(AuthError) -> VerifiedToken<IdentityClaims>? {
    guard let token = answer.identityToken else { return nil }
    var expectation = IdentityExpectation()
    expectation.subject = subject
    expectation.accessToken = answer.accessToken
    expectation.clockOffset = answer.serverClockOffset
    let verified = try await identityVerifier().verify(token, expecting: expectation)
    if let nonce, let found = verified.claims.nonce, !found.hasBytes(of: nonce) {
      throw .token(.claimMismatch(.nonce))
    }
    return verified
  }

  /// The verifier of this client's identity tokens.
  func identityVerifier() throws(AuthError) -> IdentityVerifier {
    var algorithms = identityAlgorithms ?? metadata.identityTokenAlgorithms.filter { !$0.isSymmetric }
    // The default of OpenID Connect Registration §2 for a server that does not say.
    if algorithms.isEmpty { algorithms = [.rs256] }
    guard let keys else { throw .configuration(.endpointMissing) }
    var verifier = IdentityVerifier(
      issuer: metadata.issuer, clientIdentifier: identifier, algorithms: algorithms, keys: keys, clock: clock)
    verifier.trustedAudiences = trustedAudiences
    return verifier
  }
}
