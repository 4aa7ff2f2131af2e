package import OmamoriCore

/// Why a message cannot be opened.
@nonexhaustive
public enum MessageFault: Sendable, Hashable {
  /// It is not a message of this format.
  case malformed
  /// Its version or suite is not known.
  case unsupported
  /// No key of the conversation opens it: it is older than what is remembered, was made for keys that one side lost, is
  /// for somebody else, or was changed on its way.
  case unreadable
  /// Its key is known and does not open it: it was changed on its way, or comes from somebody else.
  case forged
  /// It was opened before, or its key is gone.
  case replayed
  /// It skips more messages than the bound.
  case tooFarAhead
  /// It is larger than the bound.
  case tooLarge
}

extension MessageFault {
  /// What failed.
  package var explanation: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText(
        "It is not a message of this format.",
        ja: "この形式のメッセージではありません。")
    case .unsupported:
      LocalizedText(
        "Its version or algorithms are not supported.",
        ja: "バージョンまたはアルゴリズムに対応していません。")
    case .unreadable:
      LocalizedText(
        "No key of this conversation opens it.",
        ja: "この会話のどの鍵でも開けません。")
    case .forged:
      LocalizedText(
        "It was changed on its way, or comes from somebody else.",
        ja: "途中で改変されたか、別の送信者が作成したものです。")
    case .replayed:
      LocalizedText(
        "It was opened before, or its key is gone.",
        ja: "すでに開封済みか、鍵が残っていません。")
    case .tooFarAhead:
      LocalizedText(
        "It skips more messages than are allowed.",
        ja: "許容数を超えるメッセージが飛ばされています。")
    case .tooLarge:
      LocalizedText(
        "It is larger than is allowed.",
        ja: "許容サイズを超えています。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText(
        "Check that the whole message arrived.",
        ja: "メッセージ全体が届いているか確認してください。")
    case .unsupported:
      LocalizedText(
        "Update the application that reads it.",
        ja: "受信側のアプリケーションを更新してください。")
    case .unreadable:
      LocalizedText(
        "Nothing was changed; wait for another message or reset the session.",
        ja: "状態は変更されていません。次のメッセージを待つか、セッションをリセットしてください。")
    case .forged:
      LocalizedText(
        "Drop it; nothing else was changed.",
        ja: "破棄してください。状態は変更されていません。")
    case .replayed:
      LocalizedText(
        "Drop it; each message opens once.",
        ja: "破棄してください。各メッセージは一度しか開けません。")
    case .tooFarAhead:
      LocalizedText(
        "Reset the session when the messages between are lost.",
        ja: "途中のメッセージが失われた場合は、セッションをリセットしてください。")
    case .tooLarge:
      LocalizedText(
        "Send it as an attachment.",
        ja: "添付ファイルとして送信してください。")
    }
  }
}
