import OmamoriCore

/// Writes findings as failed tests in JUnit's XML, which most build services show: a suite is a rule, a test a finding.
///
/// It leaves out what ``TextRenderer`` leaves out. A rule that was run and found nothing is a passed test.
///
/// Source: <https://github.com/testmoapp/junitxml>
package struct JUnitRenderer: ReportRenderer {
  private let options: ReportOptions

  /// Makes a renderer.
  package init(_ options: ReportOptions) { self.options = options }

  /// The document, with a line feed at its end.
  package func render(_ report: AuditReport) -> String {
    let findings = Dictionary(grouping: options.findings(in: report), by: \.rule)
    let known = Dictionary(report.rules.map { ($0.id, $0) }) { first, _ in first }
    let rules = Set(known.keys).union(findings.keys).sorted()
    let failures = findings.values.reduce(0) { $0 + $1.count }
    let tests = rules.reduce(0) { $0 + max(1, findings[$1]?.count ?? 0) }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"omamori\" tests=\"\(tests)\" failures=\"\(failures)\">\n"
    for rule in rules { text += suite(rule, known[rule], findings[rule] ?? []) }
    return text + "</testsuites>\n"
  }

  private func suite(_ id: RuleID, _ rule: RuleMetadata?, _ findings: [Finding]) -> String {
    let name = HTMLNode.escaped(id.rawValue)
    let count = max(1, findings.count)
    var text = "  <testsuite name=\"\(name)\" tests=\"\(count)\" failures=\"\(findings.count)\">\n"
    let title = HTMLNode.escaped(rule?.title[options.language] ?? id.rawValue)
    if findings.isEmpty { text += "    <testcase classname=\"\(name)\" name=\"\(title)\"/>\n" }
    for finding in findings { text += test(finding, rule, name) }
    return text + "  </testsuite>\n"
  }

  private func test(_ finding: Finding, _ rule: RuleMetadata?, _ name: String) -> String {
    let line = max(1, finding.region.startLine)
    let path = HTMLNode.escaped(options.pathInRepository(of: finding.file))
    let message = HTMLNode.escaped(finding.message[options.language])
    let severity = finding.severity.rawValue
    let reason = HTMLNode.escaped(rule?.why[options.language] ?? "")
    let repair = HTMLNode.escaped(rule?.fix.text[options.language] ?? "")
    return """
          <testcase classname="\(name)" name="\(path):\(line)" file="\(path)" line="\(line)">
            <failure message="\(message)" type="\(severity)">\(path):\(line): \(message)

      \(reason)

      \(repair)</failure>
          </testcase>

      """
  }
}
