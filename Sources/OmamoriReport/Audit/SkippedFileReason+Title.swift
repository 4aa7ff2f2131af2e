package import OmamoriCore

extension SkippedFile.Reason {
  /// The reason in a word or two.
  package var title: LocalizedText {
    switch self {
    case .unreadable: LocalizedText("unreadable", ja: "読み取り不可")
    case .tooLarge: LocalizedText("too large", ja: "サイズ超過")
    case .encoding: LocalizedText("unknown encoding", ja: "文字コード不明")
    case .link: LocalizedText("link not followed", ja: "リンクを追跡せず")
    case .malformed: LocalizedText("malformed", ja: "形式不正")
    case .special: LocalizedText("not a regular file", ja: "通常ファイル以外")
    }
  }
}
