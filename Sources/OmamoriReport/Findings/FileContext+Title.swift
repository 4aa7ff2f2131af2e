public import OmamoriCore

extension FileContext {
  /// What a file is for, in a word.
  public var title: LocalizedText {
    switch self {
    case .app: LocalizedText("app", ja: "アプリ")
    case .test: LocalizedText("test", ja: "テスト")
    case .vendor: LocalizedText("vendored", ja: "外部コード")
    case .script: LocalizedText("script", ja: "スクリプト")
    case .generated: LocalizedText("generated", ja: "自動生成")
    case .example: LocalizedText("example", ja: "サンプル")
    }
  }
}
