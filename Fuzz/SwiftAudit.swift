// seeds: Examples
// environment: ASAN_OPTIONS=detect_leaks=0 (constants of enumerations with payloads look lost to it)
import OmamoriCore
@testable import OmamoriReport
@testable import AuditEngine
@testable import AuditRules

/// Auditing any text as Swift ends, gives the same answer twice, and points into the text.
func fuzzSwiftAudit(_ bytes: [UInt8]) {
  let text = TextSource(path: "App.swift", bytes: Array(String(decoding: bytes, as: UTF8.self).utf8))
  let first = audit(text)
  expect(first.findings == audit(text).findings, "auditing is deterministic")
  let lastLine = text.lines.count
  for finding in first.findings {
    expect(finding.region.startLine >= 1 && finding.region.endLine <= lastLine, "a place is in the text")
    expect(!finding.message.english.isEmpty && !finding.message.japanese.isEmpty, "a finding says what it is")
  }
}

private func audit(_ text: TextSource) -> (findings: [Finding], uses: Int) {
  let source = SwiftSource(text, flags: ["RELEASE"])
  var report = FileReport(text)
  for rule in RuleCatalog.swift { rule.check(source, &report) }
  for rule in RuleCatalog.text { rule.check(text, &report) }
  return (report.maskedFindings, APIUseCollector.uses(in: source).count)
}
