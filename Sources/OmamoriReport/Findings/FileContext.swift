package import OmamoriCore

/// What a file is for; only `app` files are reported unless asked otherwise.
package enum FileContext: String, CaseIterable, Sendable, Hashable, Codable {
  /// Ships in the product.
  case app
  /// Belongs to a test target.
  case test
  /// Written by somebody else and carried along: Pods, Carthage, checkouts.
  case vendor
  /// Runs while building, not in the product.
  case script
  /// Written by a tool.
  case generated
  /// Shows how something is used.
  case example
}

extension FileContext {
  /// What a file is for, in a word.
  package var title: LocalizedText {
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
