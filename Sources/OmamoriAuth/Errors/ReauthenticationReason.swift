/// Why a person has to log in again.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum ReauthenticationReason: Sendable, Hashable {
  /// The server no longer takes the refresh token.
  case refused
  /// A refresh was interrupted, and the server does not take the old refresh token any more.
  case refreshOutcomeUnknown
  /// The token has expired, and there is no refresh token.
  case noRefreshToken
  /// The server answered a refresh with a token for somebody else or another login, or one that does not hold.
  case invalidAnswer
  /// The key that the session is bound to is gone.
  case keyLost
}
