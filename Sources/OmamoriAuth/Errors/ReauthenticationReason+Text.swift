import OmamoriCore

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
