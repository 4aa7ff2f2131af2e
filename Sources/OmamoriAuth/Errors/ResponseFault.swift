import OmamoriCore

/// Why an answer of a server cannot be used.
@nonexhaustive
public enum ResponseFault: Sendable, Hashable {
  /// It is not the JSON that is asked for.
  case malformed
  /// Its token is of another type than was asked for.
  case wrongTokenType
  /// It lacks something that it must have.
  case missingMember
  /// A token in it has characters that no token has.
  case malformedToken
  /// It is about another person.
  case subjectMismatch
  /// The code for another device expires before it may be asked about for the first time (RFC 8628 §3.2).
  case codeExpiresTooSoon
  /// The server sends the request elsewhere.
  case unexpectedRedirect
  /// It is longer than this many bytes.
  case tooLarge(limit: Int)
  /// Its status is not one that is expected.
  case status(Int)
}

extension ResponseFault {
  var explanation: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText(
        "It is not the JSON that is asked for.",
        ja: "要求した形式の JSON ではありません。")
    case .wrongTokenType:
      LocalizedText(
        "Its token is of another type than was asked for.",
        ja: "要求した種類のトークンではありません。")
    case .missingMember:
      LocalizedText(
        "It lacks something that it must have.",
        ja: "必須の項目がありません。")
    case .malformedToken:
      LocalizedText(
        "A token in it has characters that no token has.",
        ja: "トークンに使えない文字が含まれています。")
    case .subjectMismatch:
      LocalizedText(
        "It is about another person.",
        ja: "別の利用者についての応答です。")
    case .codeExpiresTooSoon:
      LocalizedText(
        "Its code for the device expires before the server may be asked about it.",
        ja: "デバイス用コードの有効期限が、サーバーに問い合わせる前に切れます。")
    case .unexpectedRedirect:
      LocalizedText(
        "The server sends the request elsewhere.",
        ja: "サーバーが別の場所へ転送しようとしました。")
    case .tooLarge(let limit):
      LocalizedText(
        "It is longer than \(limit) bytes.",
        ja: "\(limit) バイトを超えています。")
    case .status(let status):
      LocalizedText(
        "Its status is \(status).",
        ja: "ステータスが \(status) です。")
    }
  }

  var recovery: LocalizedText {
    LocalizedText(
      "Try again later; if it persists, tell the operator of the server.",
      ja: "しばらくしてから再試行してください。続く場合は、サーバーの運営者に連絡してください。")
  }
}
