public import OmamoriCore

/// Verifies identity tokens of one issuer for one client, by all rules of OpenID Connect Core §3.1.3.7.
package struct IdentityVerifier: Sendable {
  /// The issuer.
  package let issuer: Issuer
  /// The client.
  package let clientIdentifier: String
  /// The algorithms that are taken; there is no `none`.
  package let algorithms: Set<SignatureAlgorithm>
  /// Other audiences that a token may have beside the client; a token for anybody else too is refused.
  package var trustedAudiences: Set<String> = []
  /// How far clocks may differ.
  package var leeway = Duration.seconds(60)
  let keys: any KeySource
  private let clock: any WallClock

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - issuer: The issuer.
  ///   - clientIdentifier: The client.
  ///   - algorithms: The algorithms that are taken, those that the client is registered with.
  ///   - keys: The issuer's keys.
  ///   - clock: The time of day.
  package init(
    issuer: Issuer, clientIdentifier: String, algorithms: Set<SignatureAlgorithm>, keys: any KeySource,
    clock: any WallClock = SystemWallClock()
  ) {
    (self.issuer, self.clientIdentifier, self.algorithms) = (issuer, clientIdentifier, algorithms)
    (self.keys, self.clock) = (keys, clock)
  }

  /// Verifies a token.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - expectation: What it has to fit.
  /// - Returns: The token with its claims.
  /// - Throws: ``AuthError``; the login or the refresh is not to be believed then.
  package func verify(
    _ token: SecretText, expecting expectation: IdentityExpectation
  ) async throws(AuthError) -> VerifiedToken<IdentityClaims> {
    var rules = TokenRules()
    rules.leeway = leeway
    rules.requiredClaims = [.subject, .issuedAt]
    rules.authorizedParty = clientIdentifier
    let clock = ShiftedClock(base: clock, offset: expectation.clockOffset)
    let verifier = try TokenVerifier(
      issuer: issuer.description, audience: clientIdentifier, algorithms: algorithms, keys: keys,
      rules: rules,
      clock: clock)
    let verified = try await verifier.verify(token, as: IdentityClaims.self)
    try check(verified, expectation, now: clock.date)
    return verified
  }

  private func check(
    _ token: VerifiedToken<IdentityClaims>, _ expectation: IdentityExpectation, now: Date
  ) throws(AuthError) {
    let claims = token.claims
    let others = token.registered.audience.filter { !$0.hasBytes(of: clientIdentifier) }
    guard trustedAudiences.isSuperset(of: others) else { throw .token(.claimMismatch(.audience)) }
    if let nonce = expectation.nonce {
      guard let found = claims.nonce else { throw .token(.claimMissing(.nonce)) }
      guard SecretText(copying: found) == nonce else { throw .token(.claimMismatch(.nonce)) }
    }
    if let subject = expectation.subject, !claims.subject.hasBytes(of: subject) {
      throw .token(.claimMismatch(.subject))
    }
    if let maximumAge = expectation.maximumAge {
      guard let time = claims.authenticationTime else { throw .token(.claimMissing(.authenticationTime)) }
      guard time >= NumericDate(now).adding(.zero - maximumAge - leeway) else { throw .token(.tooOld) }
    }
    try compare(claims.accessTokenHash, expectation.accessToken, token.algorithm, .accessTokenHash)
    try compare(claims.codeHash, expectation.code, token.algorithm, .codeHash)
  }

  private func compare(
    _ hash: String?, _ secret: SecretText?, _ algorithm: SignatureAlgorithm, _ claim: TokenClaim
  ) throws(AuthError) {
    guard let hash, let secret else { return }
    guard TokenHash.matches(hash, secret, algorithm) else {
      throw .token(.claimMismatch(claim))
    }
  }
}

extension IdentityVerifier: RedactedDescription {
  /// The issuer.
  package var description: String { "a verifier of identity tokens of \(issuer)" }
}

/// What an identity token says about a login (OpenID Connect Core §2).
///
/// Prints nothing of it.
public struct IdentityClaims: TokenClaims {
  /// The greatest size of a subject, in bytes.
  package static let greatestSubjectSize = 255

  /// Who logged in, for this issuer; never an address, which may go to somebody else.
  public let subject: String
  /// When the person proved who it is, if the server says so.
  public let authenticationTime: NumericDate?
  /// The kind of that proof.
  public let authenticationContext: String?
  /// How the person proved it, such as `pwd`.
  public let authenticationMethods: [String]
  /// The value that binds the token to one login, if it has one.
  public let nonce: String?
  /// All claims.
  public let all: ClaimSet
  let accessTokenHash: String?
  let codeHash: String?

  /// Reads the claims.
  ///
  /// - Parameter claims: All claims of the token.
  /// - Throws: ``AuthError/token(_:)`` when one of them is missing or not of its type.
  public init(_ claims: ClaimSet) throws(AuthError) {
    subject = try claims.required("sub", claims.text("sub"))
    guard (1...Self.greatestSubjectSize).contains(subject.utf8.count) else {
      throw .token(.claimMalformed(.subject))
    }
    authenticationTime = try claims.date("auth_time")
    authenticationContext = try claims.text("acr")
    authenticationMethods = try claims.texts("amr") ?? []
    nonce = try claims.text("nonce")
    accessTokenHash = try claims.text("at_hash")
    codeHash = try claims.text("c_hash")
    all = claims
  }
}

extension IdentityClaims: RedactedDescription {
  /// Fixed words.
  public var description: String { "identity claims" }
}

/// What an identity token has to fit.
///
/// Prints nothing.
package struct IdentityExpectation: Sendable {
  /// The nonce that was sent; a token without it is refused.
  package var nonce: SecretText?
  /// Who it has to be about, as after a refresh (OpenID Connect Core §12.2).
  package var subject: String?
  /// How long ago the person may have been authenticated at most; `auth_time` has to be there then.
  package var maximumAge: Duration?
  /// The access token that came beside it; compared when `at_hash` is there.
  package var accessToken: SecretText?
  /// The code that it was exchanged for; compared when `c_hash` is there.
  package var code: SecretText?
  /// How far the server's clock is ahead of the local one, as ``TokenAnswer/serverDate`` shows it.
  package var clockOffset: TimeInterval = 0

  /// Makes an expectation that asks for nothing beyond what every identity token has to have.
  package init() {}
}

extension IdentityExpectation: RedactedDescription {
  /// Fixed words.
  package var description: String { "identity expectation" }
}

/// A clock beside another one: that of a server, as seen from here.
struct ShiftedClock: WallClock {
  let base: any WallClock
  let offset: TimeInterval

  var date: Date { base.date + offset }
}
