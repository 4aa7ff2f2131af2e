public import OmamoriCore

/// One of the seven areas that the checklist score asks about.
public enum ChecklistArea: String, CaseIterable, Sendable, Hashable, Codable {
  /// Whether App Transport Security holds.
  case ats
  /// Whether the detection of jailbreaks, debuggers and tampering works, where there is one.
  case integrity
  /// Whether certificate or key pinning protects the app's connections.
  case pinning
  /// Whether secrets are kept in the Keychain and nowhere else.
  case keychain
  /// How well calls to servers are protected.
  case api
  /// Whether sensitive data stays out of logs.
  case logs
  /// Whether debug code stays out of the release.
  case debugCode

  /// The name of the area.
  public var title: LocalizedText {
    switch self {
    case .ats: LocalizedText("App Transport Security", ja: "App Transport Security")
    case .integrity: LocalizedText("Jailbreak and integrity checks", ja: "脱獄・完全性の検査")
    case .pinning: LocalizedText("Certificate pinning", ja: "証明書ピンニング")
    case .keychain: LocalizedText("Keychain", ja: "Keychain の利用")
    case .api: LocalizedText("API security", ja: "API 通信の安全性")
    case .logs: LocalizedText("Sensitive data in logs", ja: "ログ内の機密データ")
    case .debugCode: LocalizedText("Debug code", ja: "デバッグコード")
    }
  }

  /// The points a failed answer costs; for ``ats``, which is counted by issue, the points of a critical issue, and
  /// for ``api`` those of the lowest level.
  public var maximumDeduction: Int {
    switch self {
    case .ats: 25
    case .integrity, .api: 30
    case .pinning: 20
    case .keychain: 15
    case .logs: 10
    case .debugCode: 5
    }
  }

  /// The material one kind of which must be there before the area can be judged.
  public var inputs: Set<AuditInput> {
    switch self {
    case .ats: [.infoPlist]
    case .integrity, .pinning, .keychain, .api, .logs, .debugCode: [.swift, .objectiveC]
    }
  }
}
