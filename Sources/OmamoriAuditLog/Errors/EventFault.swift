public import OmamoriCore

/// Why an event cannot be recorded.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum EventFault: Sendable, Hashable {
  /// It is larger than this many bytes.
  case tooLarge(limit: Int)
  /// A name in it is not one.
  case invalidName
  /// It holds what looks like a secret.
  case containsSecret
}

extension EventFault {
  /// What failed.
  public var explanation: LocalizedText {
    switch self {
    case .tooLarge:
      LocalizedText(
        "The event is too large for the log.",
        ja: "イベントがログの上限を超えています。")
    case .invalidName:
      LocalizedText(
        "The name of the event or of a field is not valid.",
        ja: "イベント名またはフィールド名が正しくありません。")
    case .containsSecret:
      LocalizedText(
        "The event holds what looks like a secret.",
        ja: "イベントに秘密情報らしい値が含まれています。")
    }
  }

  /// What can be done.
  public var recovery: LocalizedText {
    switch self {
    case .tooLarge:
      LocalizedText("Record less of it.", ja: "記録する内容を減らしてください。")
    case .invalidName:
      LocalizedText(
        "Use lower-case words with dots and hyphens.",
        ja: "小文字の単語をドットやハイフンでつないでください。")
    case .containsSecret:
      LocalizedText(
        "Record a fingerprint instead.",
        ja: "代わりにフィンガープリントを記録してください。")
    }
  }
}
