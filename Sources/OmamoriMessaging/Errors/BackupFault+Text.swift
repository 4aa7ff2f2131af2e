public import OmamoriCore

extension BackupFault {
  /// What failed.
  public var explanation: LocalizedText {
    switch self {
    case .wrongSecret:
      LocalizedText(
        "The passphrase or recovery key does not open it.",
        ja: "パスフレーズまたはリカバリーキーが正しくありません。")
    case .invalid:
      LocalizedText(
        "It is not an export of messaging, or it was changed.",
        ja: "メッセージングのエクスポートではないか、改変されています。")
    }
  }

  /// What can be done.
  public var recovery: LocalizedText {
    switch self {
    case .wrongSecret:
      LocalizedText(
        "Check the passphrase or the recovery key.",
        ja: "パスフレーズまたはリカバリーキーを確認してください。")
    case .invalid:
      LocalizedText(
        "Use another copy of the export.",
        ja: "別のコピーを使用してください。")
    }
  }
}
