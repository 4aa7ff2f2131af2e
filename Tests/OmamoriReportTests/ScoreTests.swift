import OmamoriCore
import Testing

@testable import OmamoriReport

/// The numbers of both scores, case by case.
@Suite struct ScoreTests {
  private func checklist(_ findings: [Finding], evidence: [Evidence] = [], strict: Bool = false) -> Int? {
    ChecklistScore(of: Sample.report(findings, evidence: evidence), strictCoverage: strict).value
  }

  @Test func aCleanAppHasAllPoints() {
    let score = AuditScore(of: Sample.report())
    #expect(score.checklist.value == 100)
    #expect(score.overall.value == 100)
    #expect(score.checklist.deductions.isEmpty && score.overall.deductions.isEmpty)
    #expect(score.checklist.examinedCount == 7)
  }

  @Test func nothingExaminedIsNoScore() {
    let score = AuditScore(of: Sample.report(inputs: []))
    #expect(score.checklist.value == nil && score.overall.value == nil)
    #expect(score.checklist.answers.allSatisfy { $0.state == .unknown })
    let strict = AuditScore(of: Sample.report(inputs: []), strictCoverage: true)
    #expect(strict.checklist.value == nil)
  }

  @Test func anAreaWhoseRulesWereNotRunIsUnknown() {
    let rules = RandomReports.rules.filter { !ChecklistArea.logs.rules.contains($0.id) }
    let score = ChecklistScore(of: Sample.report(rules: rules))
    #expect(score.answers.first { $0.area == .logs }?.state == .unknown)
    #expect(score.examinedCount == 6)
  }

  @Test(arguments: [
    ("ats-arbitrary-loads", Severity.critical, 75), ("ats-arbitrary-loads", .high, 85),
    ("ats-weak-tls", .medium, 90),
    ("ats-weak-tls", .low, 95), ("ats-debug-exception-in-release", .medium, 100),
    ("jailbreak-check-dead", .medium, 70), ("jailbreak-check-weak", .low, 100),
    ("pin-single", .medium, 80), ("preferences-secret", .high, 85), ("preferences-secret", .low, 100),
    ("trust-all-certificates", .critical, 70), ("cleartext-url", .high, 80), ("cleartext-url", .critical, 70),
    ("cleartext-url", .low, 100), ("cookie-not-secure", .low, 90), ("log-sensitive", .medium, 90),
    ("log-sensitive", .low, 100), ("debug-backdoor", .high, 95), ("webview-inspectable", .low, 95),
    ("weak-hash", .critical, 100),
  ])
  func oneFinding(rule: String, severity: Severity, expected: Int) {
    #expect(checklist([Sample.finding(RuleID(rawValue: rule), severity)]) == expected)
    #expect(checklist([Sample.finding(RuleID(rawValue: rule), severity, .low)]) == 100)
  }

  @Test func everyATSIssueCounts() {
    let two = [Sample.finding("ats-weak-tls", .medium), Sample.finding("ats-weak-tls", .medium, line: 11)]
    #expect(checklist(two) == 80)
  }

  @Test func theFloorIsZeroAndTheBalanceIsKept() {
    let findings = (1...6).map { Sample.finding("ats-arbitrary-loads", .critical, line: $0) }
    let score = ChecklistScore(of: Sample.report(findings))
    #expect(score.value == 0 && score.balance == -50_000)
  }

  @Test func missingPinningCostsOnlyAnAppThatUsesTheNetwork() {
    #expect(checklist([], evidence: [Sample.evidence(.networkUse)]) == 80)
    #expect(checklist([], evidence: [Sample.evidence(.networkUse), Sample.evidence(.pinning)]) == 100)
    #expect(checklist([], evidence: [Sample.evidence(.pinning), Sample.evidence(.pinningBroken)]) == 80)
    let library = Sample.report([], evidence: [Sample.evidence(.networkUse)], isApp: false)
    #expect(ChecklistScore(of: library).value == 100)
  }

  @Test func strictCoverageCountsTheUnknownAsFailed() {
    let report = Sample.report(inputs: [.infoPlist])
    #expect(ChecklistScore(of: report).value == 100)
    let strict = ChecklistScore(of: report, strictCoverage: true)
    #expect(strict.balance == 100_000 - (30 + 20 + 15 + 30 + 10 + 5) * 1000)
    #expect(strict.examinedCount == 1)
  }

  @Test func answersFromElsewhereMakeAScore() {
    let deduction = Deduction(subject: .area(.integrity), thousandths: 30_000, reason: "jailbroken")
    let answer = ChecklistAnswer(
      area: .integrity, isExamined: true, state: .passed, reason: "jailbroken", deductions: [deduction])
    let score = ChecklistScore(answers: [answer])
    #expect(score.value == 70 && score.examinedCount == 1)
    #expect(score.answers.map(\.area) == ChecklistArea.allCases)
    #expect(score.answers[1].state == .failed)
  }

  @Test func noRuleIsInTwoAreas() {
    for rule in RandomReports.ids {
      #expect(ChecklistArea.allCases.count { $0.rules.contains(rule) } <= 1, "\(rule)")
    }
    let listed = ChecklistArea.allCases.flatMap { $0.rules.ids }
    #expect(Set(listed).count == listed.count)
  }

  @Test(arguments: [
    (Severity.critical, Confidence.high, 25_000), (.critical, .medium, 15_000), (.high, .high, 15_000),
    (.high, .medium, 9000), (.medium, .high, 10_000), (.medium, .medium, 6000), (.low, .high, 5000),
    (.low, .medium, 3000), (.info, .high, 0), (.critical, .low, 0),
  ])
  func weights(severity: Severity, confidence: Confidence, expected: Int) {
    #expect(OverallScore.weight(of: Sample.finding("weak-hash", severity, confidence)) == expected)
  }

  @Test func aRuleSaturates() {
    let rules = [Sample.rule("weak-hash", categories: [.m10])]
    let bar = { (count: Int) in
      let findings = (0..<count).map { Sample.finding("weak-hash", .medium, line: $0 + 1) }
      return OverallScore(of: Sample.report(findings, rules: rules)).categories[9].thousandths
    }
    #expect([0, 1, 2, 3, 4, 50].map(bar) == [100_000, 90_000, 85_000, 81_667, 80_000, 80_000])
  }

  @Test func theWorstCategoryHoldsTheMeanDown() {
    let rules = (0..<8).map { Sample.rule(RuleID(rawValue: "rule-\($0)"), categories: [.m10]) }
    let findings = rules.map { Sample.finding($0.id, .critical) }
    let score = OverallScore(of: Sample.report(findings, rules: rules))
    #expect(score.categories[9].thousandths == 0)
    #expect(score.value == 40)
    #expect(score.deductions.last?.subject == .worstCategory(.m10))
  }

  @Test func categoriesAreExaminedByInputsAlone() {
    let plist = OverallScore(of: Sample.report(inputs: [.infoPlist]))
    #expect(plist.categories.filter(\.isExamined).map(\.category) == [.m6, .m8])
    let swift = OverallScore(of: Sample.report(inputs: [.swift]))
    #expect(swift.categories.filter { !$0.isExamined }.map(\.category) == [.m2])
    #expect(
      AuditInput.allCases.allSatisfy { input in
        OWASPMobile2024.allCases.contains { $0.inputs.contains(input) }
      })
  }
}
