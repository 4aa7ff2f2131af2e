public import OmamoriCore

extension Severity {
  /// The severity in a word.
  public var title: LocalizedText {
    switch self {
    case .critical: LocalizedText("critical", ja: "致命的")
    case .high: LocalizedText("high", ja: "高")
    case .medium: LocalizedText("medium", ja: "中")
    case .low: LocalizedText("low", ja: "低")
    case .info: LocalizedText("info", ja: "情報")
    }
  }
}
