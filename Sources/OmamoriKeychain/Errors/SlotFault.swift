import OmamoriCore

/// What is wrong with a slot.
///
/// A value; safe to share between threads.
public enum SlotFault: Sendable, Hashable, CaseIterable {
  /// There is no slot of that name or kind.
  case notFound
  /// It is the only one left; without it nobody could open the store.
  case last
  /// It is the only passphrase left; what needs a passphrase would be lost with it.
  case lastPassphrase
  /// There is one of that name.
  case nameTaken
  /// There are as many as a store can have.
  case tooMany
}

extension SlotFault {
  /// The fault as a sentence.
  var explanation: LocalizedText {
    switch self {
    case .notFound: LocalizedText("There is no such slot.", ja: "そのスロットはありません。")
    case .last: LocalizedText("It is the last slot.", ja: "最後のスロットです。")
    case .lastPassphrase:
      LocalizedText(
        "It is the last passphrase; items that need a passphrase would be lost with it.",
        ja: "最後のパスフレーズです。パスフレーズを必要とする項目は、一緒に失われます。")
    case .nameTaken: LocalizedText("There is a slot of that name.", ja: "その名前のスロットはすでにあります。")
    case .tooMany: LocalizedText("There are as many slots as a keychain can have.", ja: "スロットの数が上限に達しています。")
    }
  }

  /// What to do about it.
  var recovery: LocalizedText {
    switch self {
    case .notFound:
      LocalizedText(
        "List them with `omamori keychain slot list`.", ja: "`omamori keychain slot list`で確認してください。")
    case .last: LocalizedText("Add another one first.", ja: "先に別のスロットを追加してください。")
    case .lastPassphrase:
      LocalizedText(
        "Add another passphrase first, or confirm that these items are to be lost.",
        ja: "先に別のパスフレーズを追加するか、これらの項目が失われることを確認してください。")
    case .nameTaken: LocalizedText("Choose another name.", ja: "別の名前を指定してください。")
    case .tooMany: LocalizedText("Remove one first.", ja: "先に一つ削除してください。")
    }
  }
}
