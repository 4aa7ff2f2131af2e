package import OmamoriCore

/// Why a prekey or a bundle of them cannot be used.
@nonexhaustive
public enum PrekeyFault: Sendable, Hashable {
  /// A key or a signature of the bundle is wrong.
  case invalid
  /// The message names a prekey that is not there, or was used before.
  case unknown
  /// The bundle is too old to start a session with.
  case expired
  /// Both sides take no suite in common, or not the strongest one was chosen.
  case noCommonSuite
  /// There are no numbers left for new keys.
  case exhausted
}

extension PrekeyFault {
  /// What failed.
  package var explanation: LocalizedText {
    switch self {
    case .invalid:
      LocalizedText(
        "A key or a signature of the key bundle is wrong.",
        ja: "鍵バンドルの鍵または署名が正しくありません。")
    case .unknown:
      LocalizedText(
        "The message was made for a prekey that is not there any more.",
        ja: "メッセージが、すでに存在しない事前鍵を指定しています。")
    case .expired:
      LocalizedText(
        "The key bundle has expired.",
        ja: "鍵バンドルの有効期限が切れています。")
    case .noCommonSuite:
      LocalizedText(
        "The two sides have no allowed algorithms in common, or weaker ones than necessary were chosen.",
        ja: "双方が許可する共通のアルゴリズムがないか、必要以上に弱いものが選ばれました。")
    case .exhausted:
      LocalizedText(
        "There are no numbers left for new prekeys.",
        ja: "新しい事前鍵に割り当てる番号が残っていません。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
    switch self {
    case .invalid:
      LocalizedText(
        "Fetch the bundle again; if it stays wrong, the server or the peer is at fault.",
        ja: "バンドルを再取得してください。改善しない場合は、サーバーまたは相手側に問題があります。")
    case .unknown:
      LocalizedText(
        "Let the sender fetch a new bundle and start a new session.",
        ja: "送信者に新しいバンドルを取得させ、新しいセッションを開始してください。")
    case .expired:
      LocalizedText(
        "Ask the peer to publish new keys; check the clock of this device.",
        ja: "相手に新しい鍵の公開を依頼し、このデバイスの時計も確認してください。")
    case .noCommonSuite:
      LocalizedText(
        "Update both applications, or allow another suite.",
        ja: "双方のアプリケーションを更新するか、別の方式を許可してください。")
    case .exhausted:
      LocalizedText(
        "Create a new account.",
        ja: "新しいアカウントを作成してください。")
    }
  }
}
