/// What kind of token is shown to an endpoint that takes several.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum TokenHint: String, Sendable, Hashable, CaseIterable {
  /// An access token.
  case accessToken = "access_token"
  /// A refresh token.
  case refreshToken = "refresh_token"
}
