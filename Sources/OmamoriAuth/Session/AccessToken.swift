public import OmamoriCore

/// An access token as a session gives it out.
///
/// Prints nothing of the token. A value; safe to share between threads.
public struct AccessToken: Sendable, Equatable {
  /// The token; opaque.
  public let text: SecretText
  /// How it is shown to a server.
  public let type: TokenType
  /// When it expires, by the local clock; `nil` when the server did not say.
  public let expiresAt: Date?
  /// What it may be used for; `nil` when the server did not say.
  public let scope: [String]?
  /// Tells it from the tokens before and after it.
  let serial: UInt64

  init(_ tokens: SessionTokens) {
    (text, type, scope) = (tokens.access, tokens.type, tokens.scope)
    (expiresAt, serial) = (tokens.expiresAt, tokens.serial)
  }
}
