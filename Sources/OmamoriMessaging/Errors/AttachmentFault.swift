package import OmamoriCore

/// Why an attachment cannot be opened.
@nonexhaustive
public enum AttachmentFault: Sendable, Hashable {
  /// It was changed or cut off.
  case damaged
  /// The reference to it is wrong.
  case invalid
}

extension AttachmentFault {
  /// What failed.
  package var explanation: LocalizedText {
    switch self {
    case .damaged:
      LocalizedText(
        "The attachment was changed or cut off.",
        ja: "添付ファイルが改変されたか、途中で切れています。")
    case .invalid:
      LocalizedText(
        "The reference to the attachment is wrong.",
        ja: "添付ファイルの参照情報が正しくありません。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
    switch self {
    case .damaged:
      LocalizedText(
        "Fetch it again.",
        ja: "再取得してください。")
    case .invalid:
      LocalizedText(
        "Ask the sender to send it again.",
        ja: "送信者に再送を依頼してください。")
    }
  }
}
