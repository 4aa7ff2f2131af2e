import OmamoriCore
import Testing

@testable import OmamoriReport

/// The numbers of the score and of the checklist score, case by case.
@Suite struct ScoreTests {
  private func checklist(_ findings: [Finding], evidence: [Evidence] = [], strict: Bool = false) -> Int? {
    ChecklistScore(of: Sample.report(findings, evidence: evidence), strictCoverage: strict).value
  }

  @Test func aCleanAppHasAllPoints() {
    let (score, checklist) = (AuditScore(of: Sample.report()), ChecklistScore(of: Sample.report()))
    #expect(score.value == 100 && score.worst == nil && score.weights.isEmpty)
    #expect(checklist.value == 100 && checklist.deductions.isEmpty && checklist.examinedCount == 7)
  }

  @Test func nothingExaminedIsNoScore() {
    let nothing = Sample.report(inputs: [])
    #expect(
      AuditScore(of: nothing).value == nil && AuditScore(of: nothing, strictCoverage: true).value == nil)
    #expect(ChecklistScore(of: nothing).answers.allSatisfy { $0.state == .unknown })
    #expect(ChecklistScore(of: nothing, strictCoverage: true).value == nil)
    #expect(
      AuditScore(of: Sample.report([Sample.finding("provider-token", .critical)], inputs: [])).value == 21)
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
    let deduction = Deduction(area: .integrity, thousandths: 30_000, reason: "jailbroken")
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
    (Severity.critical, Confidence.high, 21), (.critical, .medium, 24), (.critical, .low, 28),
    (.high, .high, 50), (.high, .medium, 53), (.high, .low, 58),
    (.medium, .high, 77), (.medium, .medium, 80), (.medium, .low, 84),
    (.low, .high, 92), (.low, .medium, 93), (.low, .low, 94), (.info, .high, 100),
  ])
  func aFindingAlone(severity: Severity, confidence: Confidence, expected: Int) {
    let score = AuditScore(of: Sample.report([Sample.finding("weak-hash", severity, confidence)]))
    #expect(score.value == expected)
  }

  @Test func aRuleWeighsAtMostTwiceItsHeaviestFinding() {
    let weight = { (count: Int) in
      let findings = (0..<count).map { Sample.finding("weak-hash", .medium, line: $0 + 1) }
      return AuditScore(of: Sample.report(findings)).weights.first?.thousandths
    }
    #expect([0, 1, 2, 3, 4, 50].map(weight) == [nil, 10_000, 15_000, 18_333, 20_000, 20_000])
  }

  @Test func everyRuleCountsWhateverItsCategory() {
    let rules = RandomReports.rules.prefix(20)
    var last = 101
    for count in 1...rules.count {
      let findings = rules.prefix(count).map { Sample.finding($0.id, .medium) }
      let value = AuditScore(of: Sample.report(findings)).value ?? 101
      #expect(value < last)
      last = value
    }
  }

  @Test func strictCoverageCountsCategoriesThatWereNotExamined() {
    let report = Sample.report(inputs: [.swift])
    #expect(AuditScore(of: report).value == 100)
    let strict = AuditScore(of: report, strictCoverage: true)
    #expect(strict.value == 77 && strict.bound == 85 && strict.missing == 1)
  }

  @Test func categoriesAreExaminedByInputsAlone() {
    let plist = AuditScore(of: Sample.report(inputs: [.infoPlist]))
    #expect(plist.categories.filter(\.isExamined).map(\.category) == [.m6, .m8])
    let swift = AuditScore(of: Sample.report(inputs: [.swift]))
    #expect(swift.categories.filter { !$0.isExamined }.map(\.category) == [.m2])
    #expect(
      AuditInput.allCases.allSatisfy { input in
        OWASPMobile2024.allCases.contains { $0.inputs.contains(input) }
      })
  }

  @Test(arguments: Severity.allCases, Confidence.allCases)
  func everyFormatShowsTheSameScoreAndNoneIsGreenWithAGraveFinding(
    severity: Severity, confidence: Confidence
  ) throws {
    let report = Sample.report([Sample.finding("weak-hash", severity, confidence)])
    let options = Sample.options()
    let value = try #require(AuditScore(of: report).value)
    let text = TextRenderer(options).summary(report)
    let badge = BadgeRenderer(options).render(report)
    let pages = [HTMLRenderer(options).render(report), SummaryPageRenderer(options).render(report)]
    #expect(text.contains("Score  \(value) / 100"))
    #expect(badge.contains(">\(value) / 100</text>"))
    #expect(pages.allSatisfy { $0.contains("aria-label=\"Score: \(value) / 100\"") })
    #expect(JSONRenderer(options).document(report)["score"]?["value"]?.intValue == value)
    let run = SARIFRenderer(options).log(report)["runs"]?.arrayValue?.first
    #expect(run?["properties"]?["omamori/score"]?.intValue == value)
    if severity >= .high {
      #expect(!badge.contains("#2c7049") && pages.allSatisfy { !$0.contains("class=\"ring good\"") })
      #expect(Palette(isOn: true).style(ofScore: value) != .green)
    }
  }
}
