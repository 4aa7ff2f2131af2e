import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Checks what `rule` finds in a Swift source: one finding on each part between `⟦` and `⟧`, and no other.
///
/// A source without marks must be silent.
func expect(
  _ rule: any SwiftRule.Type, in marked: String, path: String = "App.swift",
  severity: Severity? = nil, confidence: Confidence? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let (bytes, expected) = MarkedText.read(marked)
  let text = TextSource(path: path, bytes: bytes)
  let source = SwiftSource(text)
  var report = FileReport(text)
  rule.init().check(source, &report)
  MarkedText.compare(
    report.maskedFindings, with: expected, in: text, rule: rule.metadata.id, severity, confidence,
    sourceLocation)
}

/// Checks what a text rule finds in a file, in the same way.
func expect(
  _ rule: any TextRule.Type, in marked: String, path: String,
  severity: Severity? = nil, confidence: Confidence? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let (bytes, expected) = MarkedText.read(marked)
  let text = TextSource(path: path, bytes: bytes)
  var report = FileReport(text)
  rule.init().check(text, &report)
  MarkedText.compare(
    report.maskedFindings, with: expected, in: text, rule: rule.metadata.id, severity, confidence,
    sourceLocation)
}

/// Checks what a rule finds in Objective-C, in the same way; with another `path` the text is C or C++.
func expect(
  _ rule: any ObjectiveCRule.Type, inObjectiveC marked: String, path: String = "App.m",
  severity: Severity? = nil, confidence: Confidence? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let (bytes, expected) = MarkedText.read(marked)
  let text = TextSource(path: path, bytes: bytes)
  var report = FileReport(text)
  rule.init().check(ObjectiveCSource(text), &report)
  MarkedText.compare(
    report.maskedFindings, with: expected, in: text, rule: rule.metadata.id, severity, confidence,
    sourceLocation)
}

/// Checks what a rule finds in a storyboard or xib, in the same way.
func expect(
  _ rule: any InterfaceRule.Type, inInterface marked: String, path: String = "Main.storyboard",
  severity: Severity? = nil, confidence: Confidence? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let (bytes, expected) = MarkedText.read(marked)
  let text = TextSource(path: path, bytes: bytes)
  guard let document = InterfaceDocument(text) else {
    Issue.record("not well-formed", sourceLocation: sourceLocation)
    return
  }
  var report = FileReport(text)
  rule.init().check(document, &report)
  MarkedText.compare(
    report.maskedFindings, with: expected, in: text, rule: rule.metadata.id, severity, confidence,
    sourceLocation)
}

/// Texts in which `⟦` and `⟧` mark where findings are expected.
enum MarkedText {
  static func read(_ marked: String) -> (bytes: [UInt8], ranges: [Range<Int>]) {
    var bytes: [UInt8] = []
    var open: [Int] = []
    var ranges: [Range<Int>] = []
    for character in marked {
      switch character {
      case "⟦": open.append(bytes.count)
      case "⟧": if let start = open.popLast() { ranges.append(start..<bytes.count) }
      default: bytes += Array(String(character).utf8)
      }
    }
    #expect(open.isEmpty, "a ⟦ without ⟧")
    return (bytes, ranges)
  }

  static func compare(
    _ findings: [Finding], with ranges: [Range<Int>], in text: TextSource, rule: RuleID,
    _ severity: Severity?, _ confidence: Confidence?, _ sourceLocation: SourceLocation
  ) {
    let found = findings.map(\.region).sorted()
    let expected = ranges.map { text.lines.region(of: $0) }.sorted()
    #expect(found == expected, "\(findings.map(\.message.english))", sourceLocation: sourceLocation)
    for finding in findings {
      #expect(finding.rule == rule, sourceLocation: sourceLocation)
      #expect(
        !finding.message.english.isEmpty && !finding.message.japanese.isEmpty, sourceLocation: sourceLocation)
      if let severity { #expect(finding.severity == severity, sourceLocation: sourceLocation) }
      if let confidence { #expect(finding.confidence == confidence, sourceLocation: sourceLocation) }
    }
  }
}
