public import OmamoriCore

/// Verifies identity tokens of Sign in with Apple, on a server or in an app.
///
/// Source:
/// <https://developer.apple.com/documentation/signinwithapple/verifying-a-user>.
public struct AppleIDVerifier: Sendable {
  /// Apple's issuer.
  public static let issuer = "https://appleid.apple.com"
  /// Where Apple publishes its keys.
  public static let keysURL = "https://appleid.apple.com/auth/keys"

  private let tokens: TokenVerifier

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - clientID: The bundle identifier for tokens from apps, the Services ID for those from web pages.
  ///   - keys: Apple's keys, from ``keysURL``.
  ///   - clock: The time.
  /// - Throws: ``AuthError/configuration(_:)``.
  public init(
    clientID: String, keys: any KeySource, clock: any WallClock = SystemWallClock()
  ) throws(AuthError) {
    var rules = TokenRules()
    rules.requiredClaims = [.subject, .issuedAt]
    rules.authorizedParty = clientID
    tokens = try TokenVerifier(
      issuer: Self.issuer, audience: clientID, algorithms: [.rs256, .es256], keys: keys, rules: rules,
      clock: clock)
  }

  /// Verifies the token of a sign-in.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - nonce: The nonce of the request. A token without one is refused, unless it says that the platform takes none.
  ///   - user: The identifier that came beside the token, where there is one; it has to be the token's subject.
  /// - Returns: The verified token; its subject is the person's identity.
  /// - Throws: ``AuthError/token(_:)``, and what the keys throw.
  public func verify(
    _ token: SecretText, nonce: AppleIDNonce, user: String? = nil
  ) async throws(AuthError) -> VerifiedToken<AppleIDClaims> {
    let verified = try await tokens.verify(token, as: AppleIDClaims.self)
    if let shown = verified.claims.nonce {
      guard shown.hasBytes(of: nonce.digest) else { throw .token(.claimMismatch(.nonce)) }
    } else {
      guard verified.claims.isNonceSupported == false else { throw .token(.claimMissing(.nonce)) }
    }
    guard user.map({ $0.hasBytes(of: verified.claims.subject) }) ?? true else {
      throw .token(.claimMismatch(.subject))
    }
    return verified
  }

  /// Verifies a token that Apple gave to the server itself for a refresh token; nobody asked for a nonce in it.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - subject: The person whose refresh token it was.
  /// - Returns: The verified token.
  /// - Throws: ``AuthError/token(_:)``, and what the keys throw.
  public func verifyRefreshed(
    _ token: SecretText, subject: String
  ) async throws(AuthError) -> VerifiedToken<AppleIDClaims> {
    let verified = try await tokens.verify(token, as: AppleIDClaims.self)
    guard verified.claims.subject.hasBytes(of: subject) else { throw .token(.claimMismatch(.subject)) }
    return verified
  }
}

/// The claims of an identity token of Apple.
///
/// Prints nothing of the person. Source:
/// <https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple>.
public struct AppleIDClaims: TokenClaims {
  /// How sure Apple is that the person is one.
  @nonexhaustive
  public enum RealUser: Int, Sendable, Hashable, CaseIterable {
    /// The platform does not say.
    case unsupported
    /// Apple does not know.
    case unknown
    /// Probably a person.
    case likelyReal
  }

  /// The person's identifier for the team; the only thing that an account is found by.
  public let subject: String
  /// The mail address, where Apple says one.
  public let email: String?
  /// Whether Apple verified the address.
  public let isEmailVerified: Bool
  /// Whether the address forwards to one that the person did not show.
  public let isPrivateEmail: Bool
  /// How sure Apple is that the person is one; in the first token only.
  public let realUser: RealUser
  /// The person's identifier while the app is transferred to another team.
  public let transferSubject: String?
  /// The digest of the nonce.
  let nonce: String?
  /// Whether the platform of the request takes nonces.
  let isNonceSupported: Bool?

  /// Reads the claims; Apple writes some truth values as text.
  ///
  /// - Parameter claims: All claims of the token.
  /// - Throws: ``AuthError/token(_:)`` when one of them is not of its type, or the subject is missing.
  public init(_ claims: ClaimSet) throws(AuthError) {
    subject = try claims.required("sub", try claims.text("sub"))
    guard !subject.isEmpty else { throw .token(.claimMalformed(.subject)) }
    email = try claims.text("email")
    isEmailVerified = try claims.flag("email_verified", takesText: true) ?? false
    isPrivateEmail = try claims.flag("is_private_email", takesText: true) ?? false
    realUser = try claims.integer("real_user_status").flatMap(RealUser.init) ?? .unsupported
    transferSubject = try claims.text("transfer_sub")
    nonce = try claims.text("nonce")
    isNonceSupported = try claims.flag("nonce_supported", takesText: true)
  }
}

extension AppleIDClaims: RedactedDescription {
  /// Fixed words.
  public var description: String { "Apple ID claims" }
}
