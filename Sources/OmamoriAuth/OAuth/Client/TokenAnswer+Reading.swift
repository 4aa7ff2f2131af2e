import OmamoriCore
import OmamoriTransport

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
