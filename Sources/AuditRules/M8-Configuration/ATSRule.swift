import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A rule whose findings come from the linter of App Transport Security.
///
/// The linter asks the evaluator, so a key that the system ignores is never reported as a weakness.
protocol ATSRule: PropertyListRule {
  /// The issues of the linter that the rule reports.
  static var issue: ATSIssue.Rule { get }
}

extension ATSRule {
  func check(_ list: PropertyListSource, _ report: inout FileReport) {
    reportIssues(of: list, &report)
  }

  /// Turns the linter's issues into findings.
  func reportIssues(of list: PropertyListSource, _ report: inout FileReport) {
    guard list.describesApp else { return }
    for issue in ATSLinter.lint(list.root) where issue.rule == Self.issue {
      report.add(
        Self.self, in: list.region(of: issue.range ?? list.root["NSAppTransportSecurity"]?.range),
        LocalizedText(issue.message.english + ".", ja: issue.message.japanese + "。"),
        severity: Severity(issue.severity))
    }
  }
}

extension PropertyListSource {
  /// Whether the list is an `Info.plist`, by its name or by what it holds.
  var describesApp: Bool {
    kind == .infoPlist || (kind == .propertyList && root["NSAppTransportSecurity"] != nil)
  }
}

extension Severity {
  /// The linter's severity as reports name it.
  init(_ severity: ATSIssue.Severity) {
    self =
      switch severity {
      case .critical: .critical
      case .high: .high
      case .medium: .medium
      case .low: .low
      case .info: .info
      }
  }
}
