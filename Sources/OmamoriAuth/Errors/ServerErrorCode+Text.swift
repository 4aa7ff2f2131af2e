import OmamoriCore

extension ServerErrorCode {
  var recovery: LocalizedText {
    switch self {
    case .accessDenied, .loginRequired, .consentRequired, .interactionRequired, .accountSelectionRequired,
      .invalidGrant, .expiredToken, .invalidToken, .insufficientUserAuthentication,
      .unmetAuthenticationRequirements:
      LocalizedText("Log in again.", ja: "もう一度ログインしてください。")
    case .serverError, .temporarilyUnavailable, .slowDown, .authorizationPending:
      LocalizedText("Try again later.", ja: "しばらくしてから再試行してください。")
    case .insufficientScope, .invalidScope, .invalidTarget:
      LocalizedText(
        "Ask for a scope that the server gives to this client.",
        ja: "サーバーがこのクライアントに許可するスコープを要求してください。")
    default:
      LocalizedText(
        "Compare the client's registration at the server with its settings.",
        ja: "サーバーでのクライアントの登録内容と設定を照合してください。")
    }
  }
}
