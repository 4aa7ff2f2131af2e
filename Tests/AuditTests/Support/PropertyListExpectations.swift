import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Checks what a rule finds in a property list: one finding on each part between `⟦` and `⟧`, and no other.
func expectInPlist(
  _ rule: any PropertyListRule.Type, in marked: String, path: String = "App/Info.plist",
  kind: FileKind = .infoPlist, severity: Severity? = nil, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let (bytes, expected) = MarkedText.read(ProjectFixture.plist(marked))
  let text = TextSource(path: path, bytes: bytes)
  var report = FileReport(text)
  rule.init().check(try PropertyListSource(text, kind: kind), &report)
  MarkedText.compare(
    report.maskedFindings, with: expected, in: text, rule: rule.metadata.id, severity, nil, sourceLocation)
}
