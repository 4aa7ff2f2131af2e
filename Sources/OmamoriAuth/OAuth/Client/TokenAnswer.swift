public import OmamoriCore
import OmamoriTransport

/// What a token endpoint granted, with the times that its expiry is computed from.
///
/// The expiry is fixed once, from the time the request was sent; it is never computed again from now. Prints nothing of
/// the tokens. Follows RFC 6749 §5.1 and OpenID Connect Core §3.1.3.3.
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

/// How a token is shown to a server.
@nonexhaustive
public enum TokenType: String, Sendable, Hashable, CaseIterable {
  /// Whoever has the token may use it (RFC 6750).
  case bearer = "Bearer"
  /// The token is bound to a key, and each request proves possession of it (RFC 9449).
  case dpop = "DPoP"

  /// Reads a type; upper and lower case are the same (RFC 6749 §5.1).
  public init?(name: String) {
    guard let type = Self.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
      return nil
    }
    self = type
  }
}

extension TokenAnswer {
  /// The longest lifetime that is believed: ten years.
  static let greatestLifetime = Duration.seconds(315_360_000)
  /// The greatest size of an access token, so that it still fits a header field; in bytes.
  static let greatestAccessTokenSize = 32_000
  /// The greatest size of another token, in bytes.
  static let greatestTokenSize = 64 << 10

  /// Reads the answer of a token endpoint.
  init(_ answer: HTTPAnswer, sentAt: Date, expecting type: TokenType) throws(AuthError) {
    let object = try answer.members(of: [200, 201])
    // Some servers answer errors with 200.
    if object["access_token"] == nil, object["error"]?.stringValue != nil { throw AuthError(refusal: answer) }
    let access = try Self.token("access_token", in: object, limit: Self.greatestAccessTokenSize)
    guard let access, let name = object["token_type"]?.stringValue else { throw .response(.missingMember) }
    guard FormText.isCredential(access) else { throw .response(.malformedToken) }
    guard TokenType(name: name) == type else { throw .response(.wrongTokenType) }
    let refresh = try Self.token("refresh_token", in: object, limit: Self.greatestTokenSize)
    let identity = try Self.token("id_token", in: object, limit: Self.greatestTokenSize)
    self.init(
      accessToken: SecretText(copying: access), tokenType: type,
      lifetime: Self.lifetime(object["expires_in"]),
      refreshToken: refresh.map(SecretText.init(copying:)), scope: try Self.scope(object["scope"]),
      identityToken: identity.map(SecretText.init(copying:)), sentAt: sentAt,
      serverDate: answer.fields["Date"].flatMap(HTTPDate.read))
  }

  /// A token that is there; a CR or LF in it would end a header field early.
  private static func token(
    _ name: String, in object: JSONObject, limit: Int
  ) throws(AuthError) -> String? {
    guard let value = object[name], !value.isNull else { return nil }
    guard let text = value.stringValue, (1...limit).contains(text.utf8.count), FormText.isVisible(text) else {
      throw .response(.malformedToken)
    }
    return text
  }

  /// How long a token lasts; what makes no sense says nothing, since an error here would lose the tokens.
  private static func lifetime(_ value: JSONValue?) -> Duration? {
    let number = value?.numberValue ?? value?.stringValue.flatMap(JSONNumber.init(text:))
    guard let number else { return nil }
    guard let seconds = number.double else { return number.text.hasPrefix("-") ? nil : greatestLifetime }
    guard seconds >= 0 else { return nil }
    return seconds < 315_360_000 ? .seconds(Int(seconds)) : greatestLifetime
  }

  private static func scope(_ value: JSONValue?) throws(AuthError) -> [String]? {
    guard let value, !value.isNull else { return nil }
    guard let text = value.stringValue else { throw .response(.malformed) }
    let scopes = text.split(separator: " ").map(String.init)
    guard scopes.count <= 256, scopes.allSatisfy(FormText.isScope) else { throw .response(.malformed) }
    return scopes
  }
}
