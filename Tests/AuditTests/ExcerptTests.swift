import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What a report quotes around a finding.
@Suite struct ExcerptTests {
  private static let text = "a\n  b\r\n\tc\nd\ne\nf\ng\nh\n"

  private func excerpt(_ line: Int, of text: String = text) -> SourceExcerpt? {
    LineTable(Array(text.utf8)).excerpt(
      around: SourceRegion(startLine: line, startColumn: 1, endLine: line, endColumn: 2))
  }

  @Test func threeLinesBeforeAndBehindWithTheirIndentation() {
    #expect(excerpt(5) == SourceExcerpt(firstLine: 2, lines: ["  b", "\tc", "d", "e", "f", "g", "h"]))
    #expect(excerpt(1) == SourceExcerpt(firstLine: 1, lines: ["a", "  b", "\tc", "d"]))
    #expect(excerpt(8) == SourceExcerpt(firstLine: 5, lines: ["e", "f", "g", "h"]))
    #expect(excerpt(0) == nil && excerpt(99) == nil)
  }

  @Test func secretsAreMaskedInNeighbouringLinesToo() {
    let source = SourceFile(
      path: "A.swift", contents: Array("let a = \"hunter2hunter2\"\nlet b = \"hunter2hunter2\"\n".utf8))
    var report = FileReport(TextSource(path: source.path, bytes: (try? source.bytes()) ?? []))
    report.add(WeakHash.self, at: 4..<5, "one", secrets: ["hunter2hunter2"])
    let lines = report.maskedFindings.first?.excerpt?.lines
    #expect(lines?.count == 2 && lines?.contains { $0.contains("hunter2h") } == false)
  }

  @Test func aFileWithSecretsIsNotQuotedByRulesAboutTheProject() {
    let file = SourceFile(path: "A.swift", contents: Array("import A\nlet b = \"hunter2hunter2\"\n".utf8))
    let finding = Finding(
      rule: "weak-hash", severity: .low, confidence: .high, file: "A.swift",
      region: SourceRegion(startLine: 1, startColumn: 1, endLine: 1, endColumn: 2), message: "one",
      snippet: "import A")
    var result = FileResult(wasScanned: true)
    let quoted = ProjectExcerpts([file], [result]).filled([finding]).first?.excerpt
    #expect(quoted?.lines == ["import A", "let b = \"hunter2hunter2\""])
    result.hasSecrets = true
    #expect(ProjectExcerpts([file], [result]).filled([finding]).first?.excerpt == nil)
  }
}
