package import OmamoriCore

/// Why an export cannot be made or restored.
@nonexhaustive
public enum BackupFault: Sendable, Hashable {
  /// The passphrase or the recovery key is wrong.
  case wrongSecret
  /// It is not an export, or it was changed.
  case invalid
  /// A newer version made it.
  case newerVersion
  /// The recovery key is too short.
  case weakSecret
}

extension BackupFault {
  /// What failed.
  package var explanation: LocalizedText {
    switch self {
    case .wrongSecret:
      LocalizedText(
        "The passphrase or recovery key does not open it.",
        ja: "パスフレーズまたはリカバリーキーが正しくありません。")
    case .invalid:
      LocalizedText(
        "It is not an export of messaging, or it was changed.",
        ja: "メッセージングのエクスポートではないか、改変されています。")
    case .newerVersion:
      LocalizedText(
        "A newer version of the toolkit made the export.",
        ja: "エクスポートは、より新しいバージョンで作成されています。")
    case .weakSecret:
      LocalizedText(
        "The recovery key is too short.",
        ja: "リカバリーキーが短すぎます。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
    switch self {
    case .wrongSecret:
      LocalizedText(
        "Check the passphrase or the recovery key.",
        ja: "パスフレーズまたはリカバリーキーを確認してください。")
    case .invalid:
      LocalizedText(
        "Use another copy of the export.",
        ja: "別のコピーを使用してください。")
    case .newerVersion:
      LocalizedText(
        "Update the application that restores it.",
        ja: "復元に使うアプリケーションを更新してください。")
    case .weakSecret:
      LocalizedText(
        "Use at least 16 random bytes.",
        ja: "16 バイト以上の乱数を使用してください。")
    }
  }
}
