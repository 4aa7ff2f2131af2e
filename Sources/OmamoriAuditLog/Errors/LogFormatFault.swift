public import OmamoriCore

/// Why a log, a record or a checkpoint cannot be read.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum LogFormatFault: Sendable, Hashable {
  /// What stands at this byte is not of the format.
  case malformed(offset: Int)
  /// It was written by a version that is not known.
  case unknownVersion
  /// It is larger than this many bytes.
  case tooLarge(limit: Int)
}

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
