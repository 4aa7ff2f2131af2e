import OmamoriCore

/// Why a session cannot give a token.
@nonexhaustive
public enum SessionFault: Sendable, Hashable {
  /// Nobody is logged in.
  case notLoggedIn
  /// The person has to log in again.
  case reauthenticationRequired(ReauthenticationReason)
  /// The token cannot be refreshed at the moment and has expired.
  case refreshUnavailable
  /// Another call or another process is using the session.
  case busy
  /// Another process changed the session in between.
  case conflict
  /// The stored session cannot be read.
  case corrupt
  /// The stored session was written by a newer version.
  case newerFormat
  /// The server refuses a fresh token.
  case tokenRejected
  /// The server wants to be left alone for this many seconds.
  case postponed(seconds: Int)
  /// The stored session is of another server, another client or another key.
  case otherIdentity
  /// The request must not carry a token to that server.
  case originNotAllowed
  /// The session was closed.
  case closed
}

extension SessionFault {
  var explanation: LocalizedText {
    switch self {
    case .notLoggedIn:
      LocalizedText(
        "Nobody is logged in.",
        ja: "サインインしていません。")
    case .reauthenticationRequired(let reason):
      LocalizedText(
        "The person has to log in again: \(reason.explanation.english)",
        ja: "再度サインインが必要です。\(reason.explanation.japanese)")
    case .refreshUnavailable:
      LocalizedText(
        "The token has expired and cannot be refreshed at the moment.",
        ja: "トークンの有効期限が切れており、現在は更新できません。")
    case .busy:
      LocalizedText(
        "Another call or another process is using the session.",
        ja: "別の処理がセッションを使用中です。")
    case .conflict:
      LocalizedText(
        "Another process changed the session in between.",
        ja: "別のプロセスがセッションを変更しました。")
    case .corrupt:
      LocalizedText(
        "The stored session cannot be read and has to be removed from its store.",
        ja: "保存されたセッションを読み取れません。保存先から削除する必要があります。")
    case .newerFormat:
      LocalizedText(
        "The stored session was written by a newer version.",
        ja: "保存されたセッションは、より新しいバージョンで書かれています。")
    case .tokenRejected:
      LocalizedText(
        "The server refuses a fresh token.",
        ja: "サーバーが新しいトークンを拒否しました。")
    case .postponed(let seconds):
      LocalizedText(
        "The server wants to be left alone for \(seconds) seconds.",
        ja: "サーバーが \(seconds) 秒間の待機を求めています。")
    case .otherIdentity:
      LocalizedText(
        "The stored session is of another server, another client or another key.",
        ja: "保存されたセッションは、別のサーバー、クライアント、または鍵のものです。")
    case .originNotAllowed:
      LocalizedText(
        "The request must not carry a token to that server.",
        ja: "このサーバーにトークンを送ることは許可されていません。")
    case .closed:
      LocalizedText(
        "The session was closed.",
        ja: "セッションは閉じられています。")
    }
  }

  var recovery: LocalizedText {
    switch self {
    case .notLoggedIn, .reauthenticationRequired:
      LocalizedText("Log in again.", ja: "もう一度サインインしてください。")
    default:
      LocalizedText(
        "Try again; log in again where that is asked for.",
        ja: "再試行してください。求められた場合は、もう一度サインインしてください。")
    }
  }
}
