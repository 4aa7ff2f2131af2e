extension TokenDecrypter {
  /// Decrypts a nested token (RFC 7519 §5.2) and verifies the signed token inside.
  ///
  /// Who can encrypt is not who may issue: claims that are encrypted but not signed are refused, whatever the key, and
  /// so is a signed token that is not encrypted.
  ///
  /// - Parameters:
  ///   - token: The encrypted token in the compact serialization, whose header says `cty` `JWT`.
  ///   - verifier: Verifies the token inside.
  ///   - type: What its claims are read as.
  /// - Returns: The token inside with its claims.
  /// - Throws: ``AuthError``; with ``TokenFault/wrongType`` when there is no token inside.
  public func verify<Claims: TokenClaims>(
    _ token: SecretText,
    with verifier: TokenVerifier,
    as type: Claims.Type = RegisteredClaims.self
  ) async throws(AuthError) -> VerifiedToken<Claims> {
    try await verify(decrypt(token), with: verifier, as: type)
  }

  /// Decrypts a nested token (RFC 7519 §5.2) and verifies the signed token inside.
  ///
  /// Who can encrypt is not who may issue: claims that are encrypted but not signed are refused, whatever the key, and
  /// so is a signed token that is not encrypted.
  ///
  /// - Parameters:
  ///   - token: The encrypted token in the compact serialization, whose header says `cty` `JWT`.
  ///   - verifier: Verifies the token inside.
  ///   - type: What its claims are read as.
  /// - Returns: The token inside with its claims.
  /// - Throws: ``AuthError``; with ``TokenFault/wrongType`` when there is no token inside.
  public func verify<Claims: TokenClaims>(
    _ token: String,
    with verifier: TokenVerifier,
    as type: Claims.Type = RegisteredClaims.self
  ) async throws(AuthError) -> VerifiedToken<Claims> {
    try await verify(decrypt(token), with: verifier, as: type)
  }

  private func verify<Claims: TokenClaims>(
    _ outer: DecryptedToken,
    with verifier: TokenVerifier,
    as type: Claims.Type
  ) async throws(AuthError) -> VerifiedToken<Claims> {
    guard let contentType = outer.contentType, contentType.lowercased() == "jwt" else {
      throw .token(.wrongType)
    }
    let inner = try UnverifiedToken(bytes: Array(outer.content))
    guard inner.protection == .signature else { throw .token(.wrongType) }
    return try await verifier.verify(inner, as: type)
  }
}
