import OmamoriCore
import Testing

@testable import OmamoriReport

/// The findings as a person at a terminal sees them.
@Suite struct TerminalReportTests {
  private func shown(_ findings: [Finding], _ change: (inout ReportOptions) -> Void = { _ in }) -> String {
    var options = Sample.options()
    options.isForTerminal = true
    change(&options)
    return ReportFormat.text.renderer(options).render(Sample.report(findings))
  }

  private static func words(_ text: String) -> LocalizedText { LocalizedText(text, ja: text) }

  @Test func gravestFirst() throws {
    let text = shown([
      Sample.finding("log-sensitive", .low), Sample.finding("weak-hash", .critical),
      Sample.finding("pin-single", .high),
    ])
    let places = ["weak-hash", "pin-single", "log-sensitive"].map { text.firstRange(of: $0)?.lowerBound }
    #expect(places[0] != nil && places[2] != nil)
    let known = places.compactMap(\.self)
    #expect(known == known.sorted())
  }

  @Test func aTableIsOnePlace() {
    let table = (0..<22).map {
      Sample.finding("weak-hash", .medium, line: 40 + $0, message: Self.words("line \($0)"))
    }
    let text = shown(table)
    #expect(text.contains(":40:5 (22 places, to line 61)") && !text.contains("line 21"))
    let apart = shown([
      Sample.finding("weak-hash", .medium, line: 40, message: "one"),
      Sample.finding("weak-hash", .medium, line: 90, message: "two"),
    ])
    #expect(apart.contains("one") && apart.contains("two") && !apart.contains("places"))
  }

  @Test func theFlowIsADetail() {
    let step = FindingStep(
      file: "App/Source.swift",
      region: SourceRegion(startLine: 3, startColumn: 1, endLine: 3, endColumn: 5),
      message: "It comes from here.")
    let finding = Sample.finding("weak-hash", .medium, flow: [step])
    #expect(!shown([finding]).contains("It comes from here."))
    #expect(shown([finding]) { $0.showsDetails = true }.contains("→ App/Source.swift:3: It comes from here."))
  }

  @Test(arguments: [
    ("  鍵 = md5(body)", 9..<18, "     ~~~~~~~~~"),
    // The columns are those of the secret, which was longer.
    ("  let key = \"sk-1…\" // test", 13..<46, "          ~~~~~~~"),
  ])
  func theMarkIsBelowWhatIsMeant(line: String, columns: Range<Int>, mark: String) {
    let finding = Sample.finding("weak-hash", .medium, line: 7)
    let region = SourceRegion(
      startLine: 7, startColumn: columns.lowerBound, endLine: 7, endColumn: columns.upperBound)
    let marked = Finding(
      rule: finding.rule, severity: finding.severity, confidence: finding.confidence, file: finding.file,
      region: region, message: finding.message, snippet: finding.snippet,
      excerpt: SourceExcerpt(firstLine: 7, lines: [line]))
    #expect(shown([marked]).contains("      \(line.dropFirst(2))\n      \(mark)\n"))
  }

  @Test func elsewhereTextIsLines() {
    let report = Sample.report([Sample.finding("weak-hash", .medium)])
    var options = Sample.options()
    let lines = TextRenderer(options).render(report)
    #expect(ReportFormat.text.renderer(options).render(report) == lines)
    options.isForTerminal = true
    #expect(ReportFormat.lines.renderer(options).render(report) == lines)
    #expect(ReportFormat.text.renderer(options).render(report) != lines)
  }
}
