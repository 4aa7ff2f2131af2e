public import OmamoriCore

/// Verifies tokens (RFC 7519) of one issuer for one audience, following RFC 8725.
///
/// It demands an issuer, an audience, algorithms and keys, so that none of them can be left out by mistake. Nothing in a
/// token makes it fetch anything.
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

/// What a ``TokenVerifier`` asks of a token besides its issuer, its audience, its algorithm and its key.
public struct TokenRules: Sendable {
  /// The longest leeway.
  package static let greatestLeeway = Duration.seconds(300)

  /// The kind of the token.
  public var kind = TokenKind.plain
  /// Whether it has to say when it expires.
  public var requiresExpiry = true
  /// Further claims that it has to have; `null` is none.
  public var requiredClaims: Set<TokenClaim> = []
  /// How far clocks may differ, from 0 to 300 seconds.
  public var leeway = Duration.seconds(60)
  /// How long ago it may have been issued; `nil` for any time.
  ///
  /// With it, `iat` has to be there.
  public var maximumAge: Duration?
  /// The client for which it has to have been issued, as OpenID Connect Core §3.1.3.7 asks of identity tokens: `azp`, if
  /// it is there, is this client, and it is there when there are several audiences.
  public var authorizedParty: String?

  /// Makes the rules that suit most tokens; set what has to differ.
  public init() {}

  /// Refuses rules that cannot be met.
  func check() throws(AuthError) {
    guard .zero...Self.greatestLeeway ~= leeway else { throw .configuration(.leeway) }
    if let maximumAge, maximumAge < .zero { throw .configuration(.lifetime) }
  }
}

/// A token that was found to be right, before its claims are read as the application wants them.
@usableFromInline
struct CheckedToken: Sendable {
  @usableFromInline let claims: ClaimSet
  let registered: RegisteredClaims
  let content: VerifiedContent
}

/// A token whose signature, issuer, audience and times a ``TokenVerifier`` found to be right; nothing else makes one.
///
/// Prints its algorithm only.
public struct VerifiedToken<Claims: TokenClaims>: Sendable {
  /// The claims.
  public let claims: Claims
  /// The registered claims.
  public let registered: RegisteredClaims
  /// The header, which is verified too.
  public let header: TokenHeader
  /// The algorithm.
  public let algorithm: SignatureAlgorithm
  /// The key that verified it.
  public let key: JSONWebKey

  @usableFromInline
  init(claims: Claims, _ checked: CheckedToken) {
    (self.claims, registered) = (claims, checked.registered)
    (header, algorithm, key) = (checked.content.header, checked.content.algorithm, checked.content.key)
  }
}

extension VerifiedToken: RedactedDescription {
  /// The algorithm.
  public var description: String { "verified token (\(algorithm.rawValue))" }
}

/// The claims of a token as an application wants them.
///
/// Only a verifier calls the initialiser, with the claims of a token whose signature, issuer, audience and times were
/// found to be right.
public protocol TokenClaims: Sendable {
  /// Reads the claims.
  ///
  /// - Parameter claims: All claims of the token.
  /// - Throws: ``AuthError/token(_:)``, as the methods of ``ClaimSet`` do.
  init(_ claims: ClaimSet) throws(AuthError)
}
