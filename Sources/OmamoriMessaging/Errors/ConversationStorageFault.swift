package import OmamoriCore

/// Why the state of conversations cannot be read or kept.
@nonexhaustive
public enum ConversationStorageFault: Sendable, Hashable {
  /// Another process changed the record in between.
  case conflict
  /// A record cannot be decoded.
  case damaged
  /// The store is an older copy of itself.
  case rolledBack
  /// There is an account in the store already.
  case exists
  /// There is no account in the store.
  case missing
  /// A name or a set of changes breaks the rules of a store.
  case invalid
  /// A record is larger than a store takes.
  case tooLarge
  /// The disk takes no more.
  case full
  /// The store may be read, not written.
  case readOnly
}

extension ConversationStorageFault {
  /// What failed.
  package var explanation: LocalizedText {
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
    case .invalid:
      LocalizedText(
        "A name or a set of changes breaks the rules of the store.",
        ja: "名前または変更の組み合わせが保存領域の規則に反しています。")
    case .tooLarge:
      LocalizedText(
        "A record is larger than the store takes.",
        ja: "記録が保存領域の上限を超えています。")
    case .full:
      LocalizedText(
        "The disk is full; nothing was changed.",
        ja: "ディスクに空きがありません。何も変更されていません。")
    case .readOnly:
      LocalizedText(
        "The store may not be written.",
        ja: "保存領域に書き込めません。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
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
    case .invalid:
      LocalizedText(
        "Give names of at most 255 bytes, and change each record once a commit.",
        ja: "名前は 255 バイト以内とし、1 回の確定で各記録を一度だけ変更してください。")
    case .tooLarge:
      LocalizedText(
        "Keep large data in a file of its own and its key here.",
        ja: "大きなデータは別のファイルに保存し、ここには鍵だけを置いてください。")
    case .full:
      LocalizedText(
        "Make room and repeat the step.",
        ja: "空き容量を確保してから操作をやり直してください。")
    case .readOnly:
      LocalizedText(
        "Check the permissions of the folder and whether the device was unlocked once.",
        ja: "フォルダのアクセス権と、デバイスが一度ロック解除されたかを確認してください。")
    }
  }
}
