public import OmamoriCore

extension ConversationStorageFault {
  /// What failed.
  public var explanation: LocalizedText {
    switch self {
    case .conflict:
      LocalizedText(
        "Another process changed the state in between.",
        ja: "別のプロセスが状態を変更しました。")
    case .damaged:
      LocalizedText(
        "A stored record is damaged.",
        ja: "保存された記録が破損しています。")
    case .rolledBack:
      LocalizedText(
        "The store is an older copy of itself.",
        ja: "保存領域が古いコピーに置き換えられています。")
    case .exists:
      LocalizedText(
        "There is an account in this store already.",
        ja: "この保存領域にはすでにアカウントがあります。")
    case .missing:
      LocalizedText(
        "There is no account in this store.",
        ja: "この保存領域にはアカウントがありません。")
    }
  }

  /// What can be done.
  public var recovery: LocalizedText {
    switch self {
    case .conflict:
      LocalizedText(
        "Read it again and repeat the step.",
        ja: "再度読み込んでから操作をやり直してください。")
    case .damaged:
      LocalizedText(
        "Restore from an export.",
        ja: "エクスポートから復元してください。")
    case .rolledBack:
      LocalizedText(
        "Restore from an export: old sending state must not be used again.",
        ja: "エクスポートから復元してください。古い送信状態の再利用は危険です。")
    case .exists:
      LocalizedText(
        "Open it, or choose another store.",
        ja: "既存のアカウントを開くか、別の保存領域を選んでください。")
    case .missing:
      LocalizedText(
        "Create one first.",
        ja: "先にアカウントを作成してください。")
    }
  }
}
