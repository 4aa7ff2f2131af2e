public import OmamoriCore

extension LogFormatFault {
  /// What failed.
  public var explanation: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText(
        "A part of the log is not of its format.",
        ja: "ログの一部が形式に合っていません。")
    case .unknownVersion:
      LocalizedText(
        "The log was written by a newer version.",
        ja: "新しいバージョンで書かれたログです。")
    case .tooLarge:
      LocalizedText(
        "A part of the log is larger than allowed.",
        ja: "ログの一部が上限を超えています。")
    }
  }

  /// What can be done.
  public var recovery: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText(
        "Verify the log to see the place.",
        ja: "検証して該当箇所を確認してください。")
    case .unknownVersion:
      LocalizedText(
        "Use that version to read it.",
        ja: "そのバージョンで読み取ってください。")
    case .tooLarge:
      LocalizedText(
        "Check where the log comes from.",
        ja: "ログの出所を確認してください。")
    }
  }
}
