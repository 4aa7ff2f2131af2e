/// The claims that RFC 7519 §4.1 registers.
///
/// Prints which claims there are, not what they say. A value; safe to share between threads.
public struct RegisteredClaims: TokenClaims {
  /// `iss`, who issued the token.
  public let issuer: String?
  /// `sub`, whom or what it is about.
  public let subject: String?
  /// `aud`, whom it is for.
  public let audience: [String]
  /// `exp`, when it stops being valid.
  public let expiry: NumericDate?
  /// `nbf`, when it begins to be valid.
  public let notBefore: NumericDate?
  /// `iat`, when it was issued.
  public let issuedAt: NumericDate?
  /// `jti`, its name.
  public let identifier: String?

  /// Reads the claims.
  ///
  /// - Parameter claims: All claims of the token.
  /// - Throws: ``AuthError/token(_:)`` when one of them is not of its type.
  public init(_ claims: ClaimSet) throws(AuthError) {
    issuer = try claims.text("iss")
    subject = try claims.text("sub")
    audience = try claims.texts("aud") ?? []
    expiry = try claims.date("exp")
    notBefore = try claims.date("nbf")
    issuedAt = try claims.date("iat")
    identifier = try claims.text("jti")
  }
}

extension RegisteredClaims: CustomStringConvertible, CustomReflectable {
  /// Fixed words.
  public var description: String { "registered claims" }
  /// A mirror without the claims.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
