import OmamoriCore
import Testing

@testable import OmamoriReport

/// What was known stays known, wherever it moves.
@Suite struct BaselineTests {
  private func finding(_ rule: RuleID, _ file: String, _ line: Int, _ text: String) -> Finding {
    Sample.finding(rule, file: file, line: line, snippet: text)
  }

  private func new(_ report: AuditReport, since baseline: Baseline) -> [Finding] {
    let known = baseline.fingerprints(in: report)
    return report.findings.filter { !known.contains($0.fingerprint) }
  }

  private var old: [Finding] {
    [
      finding("weak-hash", "A.swift", 10, "md5(a)"), finding("weak-hash", "A.swift", 20, "md5(a)"),
      finding("ecb-mode", "Lib/B.swift", 5, "ecb(b)"), finding("log-sensitive", "B.swift", 7, "print(c)"),
    ]
  }

  @Test func itIsWrittenAndReadAgain() throws {
    let baseline = Baseline(of: Sample.bank)
    #expect(baseline.entries.count == Sample.bank.activeFindings.count)
    #expect(try Baseline(Array(baseline.text.utf8)) == baseline)
    #expect(try Baseline(Array(Baseline(of: Sample.report()).text.utf8)).entries.isEmpty)
    // Suppressed findings are none that a baseline has to know, and messages say nothing in it.
    #expect(!baseline.text.contains("debug-backdoor") && !baseline.text.contains("switches ATS off"))
    #expect(baseline.text.split(separator: "\n").count { $0.contains("\"id\"") } == baseline.entries.count)
  }

  @Test func movedLinesAndFilesStayKnown() {
    let baseline = Baseline(of: Sample.report(old))
    #expect(new(Sample.report(old), since: baseline).isEmpty)
    let moved = [
      finding("weak-hash", "A.swift", 110, "  md5(a)"), finding("weak-hash", "A.swift", 120, "md5(a)"),
      finding("ecb-mode", "Other/B.swift", 50, "ecb(b)"),
      finding("log-sensitive", "Renamed.swift", 7, "print(c)"),
    ]
    #expect(new(Sample.report(moved), since: baseline).isEmpty)
  }

  @Test func whatIsNewIsNew() {
    let baseline = Baseline(of: Sample.report(old))
    let third = finding("weak-hash", "A.swift", 30, "md5(a)")
    #expect(new(Sample.report(old + [third]), since: baseline).map(\.region.startLine) == [30])
    let copied = finding("ecb-mode", "Copy/B.swift", 5, "ecb(b)")
    #expect(new(Sample.report(old + [copied]), since: baseline) == Sample.report([copied]).findings)
    let otherRule = finding("static-iv", "Lib/B.swift", 5, "ecb(b)")
    #expect(new(Sample.report(old + [otherRule]), since: baseline).map(\.rule) == ["static-iv"])
  }

  /// One that went away allows one that looks the same elsewhere, and no second one.
  @Test func oneMovesOnlyOnce() {
    let baseline = Baseline(of: Sample.report([finding("ecb-mode", "Lib/B.swift", 5, "ecb(b)")]))
    let report = Sample.report([
      finding("ecb-mode", "X/B.swift", 5, "ecb(b)"), finding("ecb-mode", "Y/C.swift", 5, "ecb(b)"),
    ])
    #expect(new(report, since: baseline).map(\.file) == ["Y/C.swift"])
  }

  @Test func aChangedLineInTheSameFileIsNotAMove() {
    let baseline = Baseline(of: Sample.report([finding("ecb-mode", "B.swift", 5, "ecb(b)")]))
    #expect(new(Sample.report([finding("ecb-mode", "B.swift", 5, "ecb(c)")]), since: baseline).count == 1)
  }

  @Test(arguments: [
    "", "{}", "[]", "{\"omamoriBaseline\": 1}", "{\"omamoriBaseline\": \"1\", \"findings\": []}",
    "{\"omamoriBaseline\": 1, \"findings\": [{}]}", "{\"omamoriBaseline\": 2, \"findings\": []}",
    "{\"omamoriBaseline\": 1, \"findings\": [{\"id\": \"XY\", \"rule\": \"a\", \"file\": \"b\", \"line\": \"c\"}]}",
  ])
  func otherFilesAreRefused(text: String) {
    #expect(throws: ReportError.self) { try Baseline(Array(text.utf8)) }
  }

  @Test func hostileTextSurvives() throws {
    let baseline = Baseline(of: HostileTextTests.report)
    let text = baseline.text
    #expect(try Baseline(Array(text.utf8)) == baseline && !baseline.entries.isEmpty)
    #expect(text.split(separator: "\n").count == baseline.entries.count + 5)
  }
}
