import OmamoriCore

/// What is wrong with the settings; found when they are made, not when they are needed.
@nonexhaustive
public enum ConfigurationFault: Sendable, Hashable {
  /// No issuer is given, or it is not an https URL without query, fragment and dot segments.
  case noIssuer
  /// No audience is given.
  case noAudience
  /// No algorithm is given.
  case noAlgorithm
  /// Algorithms of secret and of public keys are allowed together.
  case mixedAlgorithms
  /// The leeway is negative, or more than 300 seconds.
  case leeway
  /// The redirect URI is not one that this kind of client may use.
  case redirectURI
  /// The client identifier is empty or malformed.
  case clientIdentifier
  /// A public client asks for what only one that proves itself may have.
  case clientAuthentication
  /// A scope is malformed.
  case scope
  /// The server does not offer the endpoint that this needs.
  case endpointMissing
  /// A lifetime is out of range.
  case lifetime
  /// A parameter is given that the library sets itself.
  case parameter
}

extension ConfigurationFault {
  var explanation: LocalizedText {
    switch self {
    case .noIssuer:
      LocalizedText(
        "The issuer is not an https URL without query and fragment and without dot segments.",
        ja: "発行者が https の URL ではないか、クエリ、フラグメント、またはドットセグメント（. と ..）を含んでいます。")
    case .noAudience:
      LocalizedText(
        "No audience is given.",
        ja: "対象者（audience）が指定されていません。")
    case .noAlgorithm:
      LocalizedText(
        "No algorithm is given.",
        ja: "アルゴリズムが指定されていません。")
    case .mixedAlgorithms:
      LocalizedText(
        "Algorithms of secret and of public keys are allowed together.",
        ja: "共通鍵と公開鍵のアルゴリズムが同時に許可されています。")
    case .leeway:
      LocalizedText(
        "The leeway is negative, or more than 300 seconds.",
        ja: "許容誤差が負であるか、300 秒を超えています。")
    case .redirectURI:
      LocalizedText(
        "The redirect URI is not one that this kind of client may use.",
        ja: "この種類のクライアントでは使えないリダイレクト URI です。")
    case .clientIdentifier:
      LocalizedText(
        "The client identifier is empty or malformed.",
        ja: "クライアント識別子が空か、形式が正しくありません。")
    case .clientAuthentication:
      LocalizedText(
        "Only a client that proves itself may ask for this.",
        ja: "クライアント認証を行うクライアントだけが要求できます。")
    case .scope:
      LocalizedText(
        "A scope is malformed.",
        ja: "スコープの形式が正しくありません。")
    case .endpointMissing:
      LocalizedText(
        "The server does not offer the endpoint that this needs.",
        ja: "サーバーに必要なエンドポイントがありません。")
    case .lifetime:
      LocalizedText(
        "A lifetime is out of range.",
        ja: "有効期間が範囲外です。")
    case .parameter:
      LocalizedText(
        "A parameter is given that the library sets itself.",
        ja: "ライブラリが設定するパラメーターが指定されています。")
    }
  }

  var recovery: LocalizedText {
    LocalizedText(
      "Correct the settings.",
      ja: "設定を修正してください。")
  }
}
