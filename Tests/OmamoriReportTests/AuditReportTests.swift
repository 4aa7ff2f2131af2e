import OmamoriCore
import Testing

@testable import OmamoriReport

@Suite struct AuditReportTests {
  @Test func findingsThatDifferOnlyInRatingsHaveAFixedOrder() {
    let findings = [
      Sample.finding("weak-hash", .low), Sample.finding("weak-hash", .high),
      Sample.finding("weak-hash", .high, .low),
      Sample.finding("weak-hash", .high, snippet: "other()"),
    ]
    let expected = Sample.report(findings).findings
    for _ in 0..<20 { #expect(Sample.report(findings.shuffled()).findings == expected) }
    #expect(expected.map(\.severity) == [.high, .high, .high, .low])
  }

  @Test func numberingAReportAgainChangesNothing() {
    let report = Sample.report([
      Sample.finding("weak-hash", line: 1), Sample.finding("weak-hash", line: 2),
      Sample.finding("weak-hash", line: 2),
    ])
    #expect(report.findings.map(\.occurrence) == [0, 1])
    #expect(Sample.report(report.findings).findings == report.findings)
  }

  @Test func inventoriesAreSortedAndFreeOfDuplicates() {
    let one = AppInventory(
      permissions: ["b", "a", "b"],
      dependencies: [
        AppInventory.Dependency(name: "Z", version: nil, source: "swiftpm"),
        AppInventory.Dependency(name: "A", version: "1", source: "cocoapods"),
      ])
    #expect(one.permissions == ["a", "b"] && one.dependencies.map(\.name) == ["A", "Z"])
  }

  @Test func theRuleSetHashFollowsTheRules() {
    let rules = RandomReports.rules
    #expect(RuleSetHash.text(of: rules) == RuleSetHash.text(of: rules))
    #expect(RuleSetHash.text(of: rules) != RuleSetHash.text(of: Array(rules.dropLast())))
  }
}
