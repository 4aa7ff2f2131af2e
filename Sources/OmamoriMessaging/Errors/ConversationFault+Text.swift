public import OmamoriCore

extension ConversationFault {
  /// What failed.
  public var explanation: LocalizedText {
    switch self {
    case .noSession:
      LocalizedText(
        "There is no session with this peer.",
        ja: "この相手とのセッションがありません。")
    case .otherPeer:
      LocalizedText(
        "It belongs to another conversation.",
        ja: "別の会話に属しています。")
    }
  }

  /// What can be done.
  public var recovery: LocalizedText {
    switch self {
    case .noSession:
      LocalizedText(
        "Start one with the peer's key bundle.",
        ja: "相手の鍵バンドルを使ってセッションを開始してください。")
    case .otherPeer:
      LocalizedText(
        "Give it to the conversation with its sender.",
        ja: "送信者との会話に渡してください。")
    }
  }
}
