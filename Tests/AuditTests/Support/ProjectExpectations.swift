import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Checks what a rule about the project finds in a tree: one finding on each part between `⟦` and `⟧`, and no other.
func expect(
  _ rule: any ProjectRule.Type, in files: [String: String], severity: Severity? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var (plain, expected) = ([String: String](), Set<String>())
  for (path, marked) in files {
    let (bytes, ranges) = MarkedText.read(marked)
    plain[path] = String(decoding: bytes, as: UTF8.self)
    let text = TextSource(path: path, bytes: bytes)
    for range in ranges { expected.insert("\(path) \(text.lines.region(of: range))") }
  }
  let facts = try ProjectFixture.facts(plain)
  var report = ProjectReport()
  rule.init().check(facts, &report)
  let found = Set(report.findings.map { "\($0.file) \($0.region)" })
  #expect(found == expected, "\(report.findings.map(\.message.english))", sourceLocation: sourceLocation)
  #expect(report.findings.count == expected.count, sourceLocation: sourceLocation)
  for finding in report.findings {
    #expect(finding.rule == rule.metadata.id, sourceLocation: sourceLocation)
    #expect(finding.message.english != finding.message.japanese, sourceLocation: sourceLocation)
    #expect(!finding.snippet.isEmpty, sourceLocation: sourceLocation)
    if let severity { #expect(finding.severity == severity, sourceLocation: sourceLocation) }
  }
}
