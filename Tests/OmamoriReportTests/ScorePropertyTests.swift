import Foundation
import OmamoriCore
import Testing

@testable import OmamoriReport

/// The laws of both scores, over random audits.
///
/// `OMAMORI_SEED` chooses other audits, `OMAMORI_DEEP` more of them.
@Suite struct ScorePropertyTests {
  private static let rounds = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] == nil ? 1000 : 20_000
  private static let seed =
    ProcessInfo.processInfo.environment["OMAMORI_SEED"].flatMap(UInt64.init) ?? 20_240_731

  /// Every number a reader could compare, with `nil` for what could not be examined.
  private func numbers(_ report: AuditReport, strict: Bool) -> [Int?] {
    let score = AuditScore(of: report, strictCoverage: strict)
    return [
      score.checklist.thousandths, score.overall.thousandths, score.checklist.value, score.overall.value,
    ]
      + [score.checklistWithoutSuppressions.thousandths, score.overallWithoutSuppressions.thousandths]
      + score.overall.categories.map(\.thousandths)
  }

  /// Whether no number of `after` is above its number of `before`, and both know the same numbers.
  private func neverAbove(_ after: [Int?], _ before: [Int?]) -> Bool {
    zip(after, before).allSatisfy { after, before in
      switch (after, before) {
      case (nil, nil): true
      case (let after?, let before?): after <= before
      default: false
      }
    }
  }

  private func eachRound(
    _ salt: UInt64, _ law: (inout RandomReports, [Finding], Set<AuditInput>, [Evidence], Bool) -> Bool
  ) -> UInt64? {
    for round in 0..<UInt64(Self.rounds) {
      let seed = Self.seed &+ salt &* 1_000_003 &+ round
      var random = RandomReports(seed: seed)
      let (findings, inputs, evidence) = (random.findings(), random.inputs(), random.evidence())
      let strict = random.generator.chance(30)
      if !law(&random, findings, inputs, evidence, strict) { return seed }
    }
    return nil
  }

  @Test func anotherFindingNeverRaisesAScore() {
    let failed = eachRound(1) { random, findings, inputs, evidence, strict in
      let more = findings + [random.finding()]
      let before = numbers(random.report(findings, inputs: inputs, evidence: evidence), strict: strict)
      let after = numbers(random.report(more, inputs: inputs, evidence: evidence), strict: strict)
      return neverAbove(after, before)
    }
    #expect(failed == nil, "seed of the counterexample")
  }

  @Test func aGraverOrSurerFindingNeverRaisesAScore() {
    let failed = eachRound(2) { random, findings, inputs, evidence, strict in
      var worse = findings
      guard !worse.isEmpty else { return true }
      let index = Int.random(in: 0..<worse.count, using: &random.generator)
      let severity = random.generator.pick(Severity.allCases.filter { $0 >= worse[index].severity })
      let confidence = random.generator.pick(Confidence.allCases.filter { $0 >= worse[index].confidence })
      worse[index] = worse[index].rated(severity, confidence)
      // A finding that becomes equal to another one would be a duplicate, which is a removal.
      guard Set(worse).count == Set(findings).count else { return true }
      let before = numbers(random.report(findings, inputs: inputs, evidence: evidence), strict: strict)
      let after = numbers(random.report(worse, inputs: inputs, evidence: evidence), strict: strict)
      return neverAbove(after, before)
    }
    #expect(failed == nil, "seed of the counterexample")
  }

  @Test func informationChangesNothing() {
    let failed = eachRound(3) { random, findings, inputs, evidence, strict in
      let info = random.finding().rated(.info, .high)
      let before = numbers(random.report(findings, inputs: inputs, evidence: evidence), strict: strict)
      return before
        == numbers(random.report(findings + [info], inputs: inputs, evidence: evidence), strict: strict)
    }
    #expect(failed == nil, "seed of the counterexample")
  }

  @Test func orderAndDuplicatesDoNotMatter() {
    let failed = eachRound(4) { random, findings, inputs, evidence, _ in
      let one = random.report(findings, inputs: inputs, evidence: evidence)
      let shuffled = (findings + findings.prefix(3)).shuffled(using: &random.generator)
      let other = random.report(
        shuffled, inputs: inputs, evidence: (evidence + evidence.prefix(2)).shuffled(using: &random.generator)
      )
      return one.findings == other.findings && one.evidence == other.evidence
        && AuditScore(of: one) == AuditScore(of: other)
    }
    #expect(failed == nil, "seed of the counterexample")
  }

  @Test func suppressedFindingsCountAsRemoved() {
    let failed = eachRound(5) { random, findings, inputs, evidence, strict in
      let active = findings.filter { $0.suppression == nil }
      let with = AuditScore(
        of: random.report(findings, inputs: inputs, evidence: evidence), strictCoverage: strict)
      let without = AuditScore(
        of: random.report(active, inputs: inputs, evidence: evidence), strictCoverage: strict)
      return with.checklist.thousandths == without.checklist.thousandths
        && with.overall.thousandths == without.overall.thousandths
        && neverAbove(
          [with.checklistWithoutSuppressions.thousandths, with.overallWithoutSuppressions.thousandths],
          [with.checklist.thousandths, with.overall.thousandths])
    }
    #expect(failed == nil, "seed of the counterexample")
  }

  @Test func theDeductionsExplainTheScoresExactly() {
    let failed = eachRound(6) { random, findings, inputs, evidence, strict in
      let score = AuditScore(
        of: random.report(findings, inputs: inputs, evidence: evidence), strictCoverage: strict)
      let sum = { (deductions: [Deduction]) in deductions.reduce(0) { $0 + $1.thousandths } }
      let overall = score.overall.thousandths.map { $0 == 100_000 - sum(score.overall.deductions) } ?? true
      let bars = score.overall.categories.allSatisfy { $0.balance == 100_000 - sum($0.deductions) }
      let checklist = score.checklist.balance == 100_000 - sum(score.checklist.deductions)
      let floor = score.checklist.thousandths.map { $0 == max(0, score.checklist.balance) } ?? true
      let reasons = (score.checklist.deductions + score.overall.deductions).allSatisfy {
        $0.thousandths > 0 && !$0.reason.english.isEmpty && !$0.reason.japanese.isEmpty
      }
      return overall && bars && checklist && floor && reasons
    }
    #expect(failed == nil, "seed of the counterexample")
  }

  @Test func theOverallScoreIsTheMeanHeldDownByTheWorst() {
    let failed = eachRound(7) { random, findings, inputs, evidence, _ in
      let score = OverallScore(of: random.report(findings, inputs: inputs, evidence: evidence))
      let examined = score.categories.filter(\.isExamined).map(\.thousandths)
      guard !examined.isEmpty else { return score.thousandths == nil }
      let mean = examined.reduce(0, +) / examined.count
      let worst = score.categories.map(\.thousandths).min() ?? 0
      return score.thousandths == min(mean, worst + 40_000)
    }
    #expect(failed == nil, "seed of the counterexample")
  }
}

extension Finding {
  fileprivate func rated(_ severity: Severity, _ confidence: Confidence) -> Finding {
    Finding(
      rule: rule, severity: severity, confidence: confidence, file: file, region: region, message: message,
      snippet: snippet, context: context, flow: flow, related: related, suppression: suppression)
  }
}
