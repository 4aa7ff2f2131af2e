import OmamoriCore

/// Writes findings as workflow commands, which GitHub Actions shows beside the lines of a pull request.
///
/// It leaves out what ``TextRenderer`` leaves out. GitHub shows ten errors, ten warnings and ten notices of a step, so
/// the gravest findings come first.
///
/// Source: <https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands>
package struct GitHubRenderer: ReportRenderer {
  private let options: ReportOptions

  /// Makes a renderer.
  package init(_ options: ReportOptions) { self.options = options }

  /// One command a line.
  package func render(_ report: AuditReport) -> String {
    let rules = Dictionary(report.rules.map { ($0.id, $0) }) { first, _ in first }
    let shown = options.findings(in: report)
    let ordered = Severity.allCases.sorted(by: >).flatMap { severity in
      shown.filter { $0.severity == severity }
    }
    return ordered.map { finding in
      let region = finding.region
      let rule = rules[finding.rule]
      let title = rule?.title[options.language] ?? finding.rule.rawValue
      let repair = rule.map { "\n" + $0.fix.text[options.language] } ?? ""
      let properties = [
        "file=\(Self.property(options.pathInRepository(of: finding.file)))",
        "line=\(max(1, region.startLine))", "endLine=\(max(1, region.startLine, region.endLine))",
        "title=\(Self.property("\(title) [\(finding.rule.rawValue)]"))",
      ]
      let message = Self.data(finding.message[options.language] + repair)
      return "::\(Self.level(finding.severity)) \(properties.joined(separator: ","))::\(message)\n"
    }
    .joined()
  }

  private static func level(_ severity: Severity) -> String {
    switch severity {
    case .critical, .high: "error"
    case .medium, .low: "warning"
    case .info: "notice"
    }
  }

  /// `text` as a message: on one line, and no command of its own.
  private static func data(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { TerminalText.visible(String($0)).replacing("%", with: "%25") }
      .joined(separator: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
