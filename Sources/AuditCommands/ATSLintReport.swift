import CommandLineKit
import CommandSupport
import OmamoriATS
import OmamoriCore
import OmamoriReport
import AuditEngine
import AuditRules

/// What the linter says of a file.
struct ATSLintReport {
  /// What was found, in the order of the file.
  let issues: [ATSIssue]
  private let plist: InfoPlistFile
  private let start = Date()

  /// Examines a file.
  init(_ plist: InfoPlistFile) {
    self.plist = plist
    issues = ATSLinter.lint(plist.root)
  }

  /// For programs.
  var json: JSONValue {
    [
      "file": .string(plist.name),
      "findings": .array(
        issues.map { issue in
          var object: JSONObject = [
            "rule": .string(issue.id), "severity": .string(issue.severity.rawValue),
            "message": .string(issue.message.english), "fix": .string(issue.fix.english),
            "keyPath": .array(issue.keyPath.map(JSONValue.string)),
          ]
          object["host"] = issue.host.map(JSONValue.string)
          if let range = issue.range {
            object["startLine"] = .integer(range.start.line)
            object["startColumn"] = .integer(range.start.column)
            object["endLine"] = .integer(range.end.line)
            object["endColumn"] = .integer(range.end.column)
          }
          return .object(object)
        }),
    ]
  }

  /// For people: one line a finding as compilers write it, then what to do.
  func text(_ language: Language, _ terminal: Terminal) -> String {
    let fix = LocalizedText("fix: ", ja: "対処: ")[language]
    return issues.map { issue in
      let style: Style =
        switch issue.severity {
        case .critical, .high: .red
        case .medium: .yellow
        case .low, .info: .cyan
        }
      let place = issue.range.map { ":\($0.start.line):\($0.start.column)" } ?? ""
      let severity = terminal.styled(issue.severity.rawValue + ":", .bold, style)
      let message = Printable.plain(issue.message[language])
      return "\(Printable.plain(plist.name))\(place): \(severity) \(message) [\(issue.id)]\n"
        + "  \(fix)\(Printable.plain(issue.fix[language]))\n"
    }.joined()
  }

  /// For code scanning.
  func sarif(_ language: Language, endingWith code: ExitCode) -> String {
    let rules = RuleCatalog.metadata.filter { rule in
      ATSIssue.Rule.allCases.contains { $0.rawValue == rule.id.rawValue }
    }
    let report = AuditReport(
      target: AuditTarget(path: plist.name, kind: .propertyList, isApp: true), rules: rules,
      findings: issues.map(finding), evidence: [], inputs: [], files: FileCounts(scanned: 1), skipped: [],
      startedAt: start, duration: .seconds(Date().timeIntervalSince(start)))
    var options = ReportOptions(tool: ToolIdentity(version: OmamoriTool.version), language: language)
    options.exitCode = Int(code.rawValue)
    if plist.name != "-" { options.repositoryPath = AuditedFolder(plist.name).pathInRepository }
    return SARIFRenderer(options).render(report)
  }

  private func finding(_ issue: ATSIssue) -> Finding {
    let range = issue.range
    let region = SourceRegion(
      startLine: range?.start.line ?? 1, startColumn: range?.start.column ?? 1,
      endLine: range?.end.line ?? 1, endColumn: range?.end.column ?? 1)
    let name = plist.name.split(separator: "/").last.map(String.init) ?? "Info.plist"
    return Finding(
      rule: RuleID(rawValue: issue.id), severity: Severity(issue.severity), confidence: .high,
      file: plist.name == "-" ? "Info.plist" : name, region: region,
      message: LocalizedText(
        "\(issue.message.english). \(issue.fix.english).",
        ja: "\(issue.message.japanese)。\(issue.fix.japanese)。"),
      snippet: range.map { plist.line($0.start.line) } ?? "")
  }
}

extension Severity {
  /// The linter's severity as reports name it.
  init(_ severity: ATSIssue.Severity) { self = Severity(rawValue: severity.rawValue) ?? .info }
}
