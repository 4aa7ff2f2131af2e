public import OmamoriCore

/// Why a key of the log cannot be used.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum LogKeyFault: Sendable, Hashable {
  /// The log is sealed for another key.
  case wrongKey
  /// It is not a key of the log.
  case invalid
  /// It was erased, and with it what it protected.
  case erased
}

extension LogKeyFault {
  /// What failed.
  public var explanation: LocalizedText {
    switch self {
    case .wrongKey:
      LocalizedText(
        "This key does not open the log.",
        ja: "この鍵ではログを開けません。")
    case .invalid:
      LocalizedText(
        "It is not a key of an audit log.",
        ja: "監査ログの鍵ではありません。")
    case .erased:
      LocalizedText(
        "The key was erased on purpose, and what it protected is gone.",
        ja: "鍵は意図的に消去され、保護されていた内容は復元できません。")
    }
  }

  /// What can be done.
  public var recovery: LocalizedText {
    switch self {
    case .wrongKey:
      LocalizedText(
        "Use the auditor's key that the log was made for.",
        ja: "ログ作成時に指定した監査者の鍵を使用してください。")
    case .invalid:
      LocalizedText("Check the file of the key.", ja: "鍵ファイルを確認してください。")
    case .erased:
      LocalizedText("Nothing brings it back.", ja: "復元する方法はありません。")
    }
  }
}
