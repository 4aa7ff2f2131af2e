import OmamoriCore

/// The claims of an identity token of Apple.
///
/// Prints nothing of the person. A value; safe to share between threads. Source:
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

extension AppleIDClaims: CustomStringConvertible, CustomReflectable {
  /// Fixed words.
  public var description: String { "Apple ID claims" }
  /// A mirror without the claims.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
