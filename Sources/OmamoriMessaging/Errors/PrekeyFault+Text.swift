public import OmamoriCore

extension PrekeyFault {
  /// What failed.
  public var explanation: LocalizedText {
    switch self {
    case .invalid:
      LocalizedText(
        "A key or a signature of the key bundle is wrong.",
        ja: "鍵バンドルの鍵または署名が正しくありません。")
    case .unknown:
      LocalizedText(
        "The message was made for a prekey that is not there any more.",
        ja: "メッセージが、すでに存在しない事前鍵を指定しています。")
    }
  }

  /// What can be done.
  public var recovery: LocalizedText {
    switch self {
    case .invalid:
      LocalizedText(
        "Fetch the bundle again; if it stays wrong, the server or the peer is at fault.",
        ja: "バンドルを再取得してください。改善しない場合は、サーバーまたは相手側に問題があります。")
    case .unknown:
      LocalizedText(
        "Let the sender fetch a new bundle and start a new session.",
        ja: "送信者に新しいバンドルを取得させ、新しいセッションを開始してください。")
    }
  }
}
