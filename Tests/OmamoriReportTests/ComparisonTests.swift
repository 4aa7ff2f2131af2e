import OmamoriCore
import Testing

@testable import OmamoriReport

/// Two reports side by side.
@Suite struct ComparisonTests {
  private func json(_ report: AuditReport) -> [UInt8] {
    Array(JSONRenderer(Sample.options()).render(report).utf8)
  }

  private func bank(_ change: (inout [Finding]) -> Void) -> AuditReport {
    var findings = Sample.bank.findings
    change(&findings)
    return AuditReport(
      target: Sample.bank.target, rules: Sample.bank.rules, findings: findings,
      evidence: Sample.bank.evidence,
      inputs: Sample.bank.inputs, files: Sample.bank.files, skipped: [], startedAt: Sample.bank.startedAt,
      duration: .zero)
  }

  @Test func aReportIsLikeItself() throws {
    let same = try AuditComparison(old: json(Sample.bank), new: json(Sample.bank))
    #expect(same.new.isEmpty && same.fixed.isEmpty && same.unchanged.count == 5)
    #expect(same.before == same.after && same.before == AuditScore(of: Sample.bank).value)
  }

  /// A newer Omamori asks more: what only its report has need not be new in the app.
  @Test func otherRulesAreSaid() throws {
    let text = String(decoding: json(Sample.bank), as: UTF8.self)
    let document = try StrictJSON.parse(text)
    let hash = try #require(document["tool"]?["ruleSetHash"]?.stringValue)
    let other = Array(text.replacing(hash, with: String(hash.reversed())).utf8)
    let comparison = try AuditComparison(old: json(Sample.bank), new: other)
    #expect(comparison.new.isEmpty && comparison.fixed.isEmpty)
    #expect(ComparisonRenderer(language: .en).text(comparison).contains("made with different rules"))
    #expect(ComparisonRenderer(language: .ja).text(comparison).contains("異なるルールで作成されている"))
    #expect(try StrictJSON.parse(ComparisonRenderer(language: .en).json(comparison))["otherRules"] == true)
    let same = try AuditComparison(old: other, new: other)
    #expect(!ComparisonRenderer(language: .en).text(same).contains("different rules"))
    #expect(try StrictJSON.parse(ComparisonRenderer(language: .en).json(same))["otherRules"] == false)
  }

  /// The scores of version 1 came from another formula.
  @Test func aReportOfVersionOneHasNoScore() throws {
    let text = String(decoding: json(Sample.bank), as: UTF8.self)
    let old = text.replacing("\"schemaVersion\": 2", with: "\"schemaVersion\": 1")
    let comparison = try AuditComparison(old: Array(old.utf8), new: json(Sample.bank))
    #expect(comparison.before == nil && comparison.after != nil && comparison.unchanged.count == 5)
    #expect(ComparisonRenderer(language: .en).text(comparison).contains("Score  none →"))
  }

  @Test(arguments: ["0", "-1", "3", "\"1\""]) func otherVersionsAreRefused(version: String) throws {
    let text = String(decoding: json(Sample.bank), as: UTF8.self)
    let other = text.replacing("\"schemaVersion\": 2", with: "\"schemaVersion\": \(version)")
    #expect(other != text)
    #expect(throws: version == "3" ? ReportError.newer(.report, version: 3) : .notThe(.report)) {
      try AuditComparison(old: Array(other.utf8), new: json(Sample.bank))
    }
  }

  @Test func whatCameAndWentIsNamed() throws {
    let later = bank { findings in
      findings.removeAll { $0.rule == "ats-arbitrary-loads" }
      findings.append(Sample.finding("pin-single", .medium, file: "App/Pins.swift", snippet: "pins = [one]"))
    }
    let comparison = try AuditComparison(old: json(Sample.bank), new: json(later))
    #expect(comparison.new.map(\.rule) == ["pin-single"])
    #expect(comparison.fixed.map(\.rule) == ["ats-arbitrary-loads"])
    #expect(comparison.unchanged.count == 4)
    let (before, after) = (try #require(comparison.before), try #require(comparison.after))
    let text = ComparisonRenderer(language: .en).text(comparison)
    #expect(text.contains("Score  \(before) → \(after)"))
    #expect(text.contains("1 new, 1 fixed, 4 unchanged"))
    #expect(text.contains("+ App/Pins.swift:10: medium: seen [pin-single]"))
    #expect(text.contains("- App/Info.plist:31: critical: NSAllowsArbitraryLoads"))
    #expect(ComparisonRenderer(language: .ja).text(comparison).contains("新規 1、解消 1、変化なし 4"))
    let document = try StrictJSON.parse(ComparisonRenderer(language: .en).json(comparison))
    #expect(document["new"]?.arrayValue?.count == 1 && document["kind"] == "comparison")
  }

  @Test func aRenamedFileBringsNothingNew() throws {
    let later = bank { findings in
      findings = findings.map { finding in
        finding.file == "App/Hash.swift"
          ? Sample.finding(
            finding.rule, finding.severity, finding.confidence, file: "App/Sum.swift",
            line: finding.region.startLine, message: finding.message, snippet: finding.snippet) : finding
      }
    }
    let comparison = try AuditComparison(old: json(Sample.bank), new: json(later))
    #expect(comparison.new.isEmpty && comparison.fixed.isEmpty && comparison.unchanged.count == 5)
  }

  @Test(arguments: [
    "", "{}", "{\"schemaVersion\": 1, \"kind\": \"run-time\", \"findings\": [], \"score\": {}}",
    "{\"schemaVersion\": 99, \"findings\": [], \"score\": {}}",
    "{\"schemaVersion\": 1, \"findings\": [1], \"score\": {}}",
  ])
  func otherFilesAreRefused(text: String) {
    #expect(throws: ReportError.self) { try AuditComparison(old: json(Sample.bank), new: Array(text.utf8)) }
  }

  @Test func hostileTextDoesNotSteerTheTerminal() throws {
    let comparison = try AuditComparison(old: json(Sample.report()), new: json(HostileTextTests.report))
    let text = ComparisonRenderer(language: .en).text(comparison)
    // Three lines of numbers, one about the rules, and the findings.
    #expect(comparison.new.count == 2 && comparison.hasOtherRules && text.split(separator: "\n").count == 5)
    #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
  }

  @Test func reportsAreComparedByWhatTheyShow() throws {
    let options = Sample.options()
    var later = options
    later.minimumConfidence = .low
    let comparison = AuditComparison(old: Sample.bank, options, new: Sample.bank, later)
    #expect(comparison.new.map(\.rule) == ["log-sensitive"] && comparison.fixed.isEmpty)
    #expect(comparison.unchanged.count == 4 && comparison.before == comparison.after)
  }
}
