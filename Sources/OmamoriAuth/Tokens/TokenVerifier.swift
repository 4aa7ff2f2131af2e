public import OmamoriCore

/// Verifies tokens (RFC 7519) of one issuer for one audience, following RFC 8725.
///
/// It demands an issuer, an audience, algorithms and keys, so that none of them can be left out by mistake. Nothing in a
/// token makes it fetch anything. A value; safe to share between threads.
public struct TokenVerifier: Sendable {
  /// The issuer, compared byte for byte.
  public let issuer: String
  /// The audience, one of those that a token names.
  public let audience: String
  /// What else is asked.
  public let rules: TokenRules
  private let signatures: SignatureVerifier
  private let clock: any WallClock
  private let headers = KnownHeaders()

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - issuer: The issuer, exactly as tokens have it in `iss`.
  ///   - audience: The audience that has to be in `aud`: the client identifier for identity tokens, the resource for
  ///     access tokens.
  ///   - algorithms: The algorithms that are taken: at least one, and not those of secret and of public keys together.
  ///   - keys: The keys of the issuer.
  ///   - rules: What else is asked.
  ///   - clock: The time of day.
  /// - Throws: ``AuthError/configuration(_:)``.
  public init(
    issuer: String, audience: String, algorithms: Set<SignatureAlgorithm>, keys: any KeySource,
    rules: TokenRules = TokenRules(), clock: any WallClock = SystemWallClock()
  ) throws(AuthError) {
    guard !issuer.isEmpty else { throw .configuration(.noIssuer) }
    guard !audience.isEmpty else { throw .configuration(.noAudience) }
    try rules.check()
    signatures = try SignatureVerifier(algorithms: algorithms, keys: keys)
    (self.issuer, self.audience, self.rules, self.clock) = (issuer, audience, rules, clock)
  }

  /// The algorithms that are taken.
  public var algorithms: Set<SignatureAlgorithm> { signatures.algorithms }

  /// Verifies a token.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - type: What its claims are read as.
  /// - Returns: The token with its claims.
  /// - Throws: ``AuthError``; the token is not to be used.
  @inlinable
  public func verify<Claims: TokenClaims>(
    _ token: SecretText, as type: Claims.Type = RegisteredClaims.self
  ) async throws(AuthError) -> VerifiedToken<Claims> {
    let checked = try await check(takenApart(token))
    return VerifiedToken(claims: try Claims(checked.claims), checked)
  }

  /// Verifies a token.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - type: What its claims are read as.
  /// - Returns: The token with its claims.
  /// - Throws: ``AuthError``; the token is not to be used.
  @inlinable
  public func verify<Claims: TokenClaims>(
    _ token: String, as type: Claims.Type = RegisteredClaims.self
  ) async throws(AuthError) -> VerifiedToken<Claims> {
    let checked = try await check(takenApart(token))
    return VerifiedToken(claims: try Claims(checked.claims), checked)
  }

  /// Verifies a token.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - type: What its claims are read as.
  /// - Returns: The token with its claims.
  /// - Throws: ``AuthError``; the token is not to be used.
  @inlinable
  public func verify<Claims: TokenClaims>(
    _ token: UnverifiedToken, as type: Claims.Type = RegisteredClaims.self
  ) async throws(AuthError) -> VerifiedToken<Claims> {
    let checked = try await check(token)
    return VerifiedToken(claims: try Claims(checked.claims), checked)
  }

  @usableFromInline
  func takenApart(_ token: SecretText) throws(AuthError) -> UnverifiedToken {
    try UnverifiedToken(bytes: token.withBytes { $0.byteArray }, known: headers)
  }

  @usableFromInline
  func takenApart(_ token: String) throws(AuthError) -> UnverifiedToken {
    try UnverifiedToken(bytes: Array(token.utf8), known: headers)
  }

  /// Finds everything about a token to be right, except what the application's claims ask for.
  @usableFromInline
  func check(_ token: UnverifiedToken) async throws(AuthError) -> CheckedToken {
    // A token in a token has to be verified for itself.
    guard rules.kind.matches(token.header.type), token.header.contentType == nil else {
      throw .token(.wrongType)
    }
    let content = try await signatures.verify(token)
    if !token.isHeaderKnown { headers.remember(token) }
    let claims = try ClaimSet(content: content.bytes)
    let registered = try RegisteredClaims(claims)
    try check(registered, claims)
    return CheckedToken(claims: claims, registered: registered, content: content)
  }

  private func check(_ registered: RegisteredClaims, _ claims: ClaimSet) throws(AuthError) {
    guard try claims.required("iss", registered.issuer).hasBytes(of: issuer) else {
      throw .token(.claimMismatch(.issuer))
    }
    guard claims.members.contains("aud") else { throw .token(.claimMissing(.audience)) }
    guard registered.audience.contains(where: { $0.hasBytes(of: audience) }) else {
      throw .token(.claimMismatch(.audience))
    }
    try checkParty(registered, claims)
    try checkTimes(registered, claims)
    for claim in rules.requiredClaims where claims.members[claim.rawValue] ?? .null == .null {
      throw .token(.claimMissing(claim))
    }
  }

  private func checkParty(_ registered: RegisteredClaims, _ claims: ClaimSet) throws(AuthError) {
    guard let client = rules.authorizedParty else { return }
    if let party = try claims.text("azp") {
      guard party.hasBytes(of: client) else { throw .token(.claimMismatch(.authorizedParty)) }
    } else if registered.audience.count > 1 {
      throw .token(.claimMissing(.authorizedParty))
    }
  }

  private func checkTimes(_ registered: RegisteredClaims, _ claims: ClaimSet) throws(AuthError) {
    let now = NumericDate(clock.date)
    let (earliest, latest) = (now.adding(.zero - rules.leeway), now.adding(rules.leeway))
    if let expiry = registered.expiry {
      guard earliest < expiry else { throw .token(.expired) }
    } else if rules.requiresExpiry {
      throw .token(.claimMissing(.expiry))
    }
    if let begin = registered.notBefore, begin > latest { throw .token(.notYetValid) }
    if let issued = registered.issuedAt, issued > latest { throw .token(.notYetValid) }
    if let age = rules.maximumAge {
      let issued = try claims.required("iat", registered.issuedAt)
      guard issued >= earliest.adding(.zero - age) else { throw .token(.tooOld) }
    }
  }
}
