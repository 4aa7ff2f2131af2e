package import OmamoriCore

/// Why a conversation cannot go on.
@nonexhaustive
public enum ConversationFault: Sendable, Hashable {
  /// There is no session with the peer.
  case noSession
  /// It belongs to another conversation.
  case otherPeer
  /// A session was begun anew less than an hour ago.
  case resetTooSoon
  /// A record that the library keeps itself was to be changed from outside.
  case reservedRecord
}

extension ConversationFault {
  /// What failed.
  package var explanation: LocalizedText {
    switch self {
    case .noSession:
      LocalizedText(
        "There is no session with this peer.",
        ja: "この相手とのセッションがありません。")
    case .otherPeer:
      LocalizedText(
        "It belongs to another conversation.",
        ja: "別の会話に属しています。")
    case .resetTooSoon:
      LocalizedText(
        "The session was begun anew less than an hour ago.",
        ja: "セッションは 1 時間以内にすでに再開始されています。")
    case .reservedRecord:
      LocalizedText(
        "A record that the library keeps itself was to be changed.",
        ja: "ライブラリ自身が管理する記録を変更しようとしました。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
    switch self {
    case .noSession:
      LocalizedText(
        "Start one with the peer's key bundle.",
        ja: "相手の鍵バンドルを使ってセッションを開始してください。")
    case .otherPeer:
      LocalizedText(
        "Give it to the conversation with its sender.",
        ja: "送信者との会話に渡してください。")
    case .resetTooSoon:
      LocalizedText(
        "Wait an hour, or let the person ask for it.",
        ja: "1 時間待つか、利用者の明示的な操作で実行してください。")
    case .reservedRecord:
      LocalizedText(
        "Use records of the kind `application`.",
        ja: "種別「application」の記録を使用してください。")
    }
  }
}
