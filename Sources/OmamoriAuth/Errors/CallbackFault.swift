import OmamoriCore

/// Why what came back from the browser was refused.
@nonexhaustive
public enum CallbackFault: Sendable, Hashable {
  /// It came to another URI.
  case wrongRedirectURI
  /// A parameter occurs twice.
  case duplicateParameter
  /// Its state is missing or not that of this login.
  case stateMismatch
  /// Its issuer is missing or not that of this login.
  case issuerMismatch
  /// It has neither a code nor an error.
  case codeMissing
  /// It has both a code and an error.
  case ambiguous
  /// The login was begun too long ago.
  case expired
  /// This login was completed before.
  case alreadyUsed
  /// It cannot be read.
  case malformed
  /// The browser could not be opened.
  case browserFailed
}

extension CallbackFault {
  var explanation: LocalizedText {
    switch self {
    case .wrongRedirectURI:
      LocalizedText(
        "It came to another URI.",
        ja: "別の URI に届きました。")
    case .duplicateParameter:
      LocalizedText(
        "A parameter occurs twice.",
        ja: "パラメーターが重複しています。")
    case .stateMismatch:
      LocalizedText(
        "Its state is missing or not that of this login.",
        ja: "state がないか、このサインインのものではありません。")
    case .issuerMismatch:
      LocalizedText(
        "Its issuer is missing or not that of this login.",
        ja: "発行者（iss）がないか、このサインインのものではありません。")
    case .codeMissing:
      LocalizedText(
        "It has neither a code nor an error.",
        ja: "認可コードもエラーもありません。")
    case .ambiguous:
      LocalizedText(
        "It has both a code and an error.",
        ja: "認可コードとエラーの両方が含まれています。")
    case .expired:
      LocalizedText(
        "The login was begun too long ago.",
        ja: "サインインの開始から時間が経ちすぎています。")
    case .alreadyUsed:
      LocalizedText(
        "This login was completed before.",
        ja: "このサインインはすでに完了しています。")
    case .malformed:
      LocalizedText(
        "It cannot be read.",
        ja: "読み取れません。")
    case .browserFailed:
      LocalizedText(
        "The browser could not be opened.",
        ja: "ブラウザーを開けませんでした。")
    }
  }

  var recovery: LocalizedText {
    LocalizedText(
      "Begin the login again.",
      ja: "もう一度サインインを始めてください。")
  }
}
