public import OmamoriCore

/// How much harm a weakness does when it is used, from `info` (nothing) to `critical`.
public enum Severity: String, CaseIterable, Sendable, Hashable, Codable, Comparable {
  /// Inventory or positive evidence; never deducts and never fails a build.
  case info
  /// A weakening that needs further faults to be used.
  case low
  /// Usable under conditions an attacker can often bring about.
  case medium
  /// Usable with the app, its backup or its network path in hand.
  case high
  /// Usable by anyone on the path or with the app binary; a secret or an account is lost.
  case critical

  private var rank: Int {
    switch self {
    case .info: 0
    case .low: 1
    case .medium: 2
    case .high: 3
    case .critical: 4
    }
  }

  /// Orders severities from harmless to critical.
  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
}

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
