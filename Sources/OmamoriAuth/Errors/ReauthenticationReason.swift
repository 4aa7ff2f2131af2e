import OmamoriCore

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

extension ReauthenticationReason {
  var explanation: LocalizedText {
    switch self {
    case .refused:
      LocalizedText(
        "the server no longer takes the refresh token.",
        ja: "サーバーがリフレッシュトークンを受け付けません。")
    case .refreshOutcomeUnknown:
      LocalizedText(
        "a refresh was interrupted and its answer was lost.",
        ja: "更新が中断され、その応答が失われました。")
    case .noRefreshToken:
      LocalizedText(
        "the token has expired and there is no refresh token.",
        ja: "有効期限が切れ、リフレッシュトークンがありません。")
    case .invalidAnswer:
      LocalizedText(
        "the server's answer was not for this person, or not for this login.",
        ja: "サーバーの応答がこの利用者またはこのログインのものではありません。")
    case .keyLost:
      LocalizedText(
        "the key of the session is gone.",
        ja: "セッションの鍵が失われました。")
    }
  }
}
