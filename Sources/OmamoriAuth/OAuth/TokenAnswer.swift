public import OmamoriCore

/// What a token endpoint granted, with the times that its expiry is computed from.
///
/// The expiry is fixed once, from the time the request was sent; it is never computed again from now. Prints nothing of
/// the tokens. A value; safe to share between threads. Follows RFC 6749 §5.1 and OpenID Connect Core §3.1.3.3.
public struct TokenAnswer: Sendable, Equatable {
  /// The access token; opaque.
  public let accessToken: SecretText
  /// How the access token is shown.
  public let tokenType: TokenType
  /// How long the access token lasts from ``sentAt``; `nil` when the server does not say.
  public let lifetime: Duration?
  /// The refresh token; `nil` when the old one stays, or there is none.
  public let refreshToken: SecretText?
  /// The scopes that were granted; `nil` when they are those that were asked for.
  public let scope: [String]?
  /// The identity token as it came, not verified.
  public let identityToken: SecretText?
  /// When the request was sent, by the local clock.
  public let sentAt: Date
  /// The server's clock when it answered, from the `Date` field; `nil` when there is none.
  public let serverDate: Date?

  /// Makes an answer.
  public init(
    accessToken: SecretText, tokenType: TokenType = .bearer, lifetime: Duration?,
    refreshToken: SecretText? = nil,
    scope: [String]? = nil, identityToken: SecretText? = nil, sentAt: Date, serverDate: Date? = nil
  ) {
    (self.accessToken, self.tokenType, self.lifetime) = (accessToken, tokenType, lifetime)
    (self.refreshToken, self.scope, self.identityToken) = (refreshToken, scope, identityToken)
    (self.sentAt, self.serverDate) = (sentAt, serverDate)
  }
}
