#if !canImport(Darwin)
import CommandLineKit
import OmamoriAuditLog
import OmamoriCore

/// How much attention an event needs, as it is typed.
enum SeverityWord: String, CaseIterable, CommandLineValue {
  case information, notice, warning, critical

  /// The word for a severity.
  init(_ severity: SecurityEvent.Severity) {
    self =
      switch severity {
      case .information: .information
      case .notice: .notice
      case .warning: .warning
      case .critical: .critical
      }
  }

  /// The severity as the library takes it.
  var severity: SecurityEvent.Severity {
    switch self {
    case .information: .information
    case .notice: .notice
    case .warning: .warning
    case .critical: .critical
    }
  }

  /// The word in a language.
  var text: LocalizedText {
    switch self {
    case .information: LocalizedText("information", ja: "情報")
    case .notice: LocalizedText("notice", ja: "通知")
    case .warning: LocalizedText("warning", ja: "警告")
    case .critical: LocalizedText("critical", ja: "重大")
    }
  }
}
#endif
