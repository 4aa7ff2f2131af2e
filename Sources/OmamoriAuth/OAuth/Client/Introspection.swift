public import OmamoriCore

/// What a server says a token is worth (RFC 7662 §2.2).
///
/// Prints whether it is worth anything only.
public struct Introspection: Sendable {
  /// Whether the token can be used now; without that the rest says nothing.
  public let isActive: Bool
  /// The scopes of the token.
  public let scope: [String]
  /// The client that has the token.
  public let clientIdentifier: String?
  /// Who the token is about.
  public let subject: String?
  /// Whom it is for.
  public let audience: [String]
  /// When it expires.
  public let expiry: NumericDate?
  /// All members.
  public let members: JSONObject

  init(_ object: JSONObject) throws(AuthError) {
    guard let isActive = object["active"]?.boolValue else { throw .response(.missingMember) }
    // What is said of a token that is worthless is not to be used by mistake.
    let members = isActive ? object : ["active": false]
    let claims = ClaimSet(members)
    do throws(AuthError) {
      scope = try (claims.text("scope") ?? "").split(separator: " ").map(String.init)
      clientIdentifier = try claims.text("client_id")
      subject = try claims.text("sub")
      audience = try claims.texts("aud") ?? []
      expiry = try claims.date("exp")
    } catch {
      throw .response(.malformed)
    }
    (self.isActive, self.members) = (isActive, members)
  }
}

extension Introspection: RedactedDescription {
  /// Whether it is active.
  public var description: String { isActive ? "active" : "inactive" }
}

/// What kind of token is shown to an endpoint that takes several.
@nonexhaustive
public enum TokenHint: String, Sendable, Hashable, CaseIterable {
  /// An access token.
  case accessToken = "access_token"
  /// A refresh token.
  case refreshToken = "refresh_token"
}
