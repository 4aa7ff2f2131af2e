import OmamoriCore

/// Writes findings as a code quality report, which GitLab compares between the branches of a merge request.
///
/// It leaves out what ``TextRenderer`` leaves out.
///
/// Source: <https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format>
package struct GitLabRenderer: ReportRenderer {
  private let options: ReportOptions

  /// Makes a renderer.
  package init(_ options: ReportOptions) { self.options = options }

  /// An array of findings, indented, with a line feed at its end.
  package func render(_ report: AuditReport) -> String {
    let findings = options.findings(in: report).map { finding -> JSONValue in
      [
        "description": .string(finding.message[options.language]),
        "check_name": .string(finding.rule.rawValue),
        "fingerprint": .string(finding.fingerprint.description),
        "severity": .string(Self.severity(finding.severity)),
        "location": [
          "path": .string(options.pathInRepository(of: finding.file)),
          "lines": ["begin": .integer(max(1, finding.region.startLine))],
        ],
      ]
    }
    return JSONValue.array(findings).text(.pretty) + "\n"
  }

  private static func severity(_ severity: Severity) -> String {
    switch severity {
    case .critical: "blocker"
    case .high: "critical"
    case .medium: "major"
    case .low: "minor"
    case .info: "info"
    }
  }
}
