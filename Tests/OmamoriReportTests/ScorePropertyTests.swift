import Foundation
import OmamoriCore
import Testing

@testable import OmamoriReport

/// The laws of the score and of the checklist score, over random audits.
///
/// `OMAMORI_SEED` chooses other audits, `OMAMORI_DEEP` more of them.
@Suite struct ScorePropertyTests {
  private static let rounds = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] == nil ? 1000 : 20_000
  private static let seed =
    ProcessInfo.processInfo.environment["OMAMORI_SEED"].flatMap(UInt64.init) ?? 20_240_731

  /// Every number a reader could compare, with `nil` for what could not be examined.
  private func numbers(_ report: AuditReport, strict: Bool) -> [Int?] {
    let score = AuditScore(of: report, strictCoverage: strict)
    let checklist = ChecklistScore(of: report, strictCoverage: strict)
    return [score.value, score.bound, checklist.thousandths, checklist.value] + score.categories.map(\.value)
  }

  /// Whether no number of `after` is above its number of `before`; a finding may make a number where there was none.
  private func neverAbove(_ after: [Int?], _ before: [Int?]) -> Bool {
    zip(after, before).allSatisfy { after, before in
      switch (after, before) {
      case (_, nil): true
      case (let after?, let before?): after <= before
      case (nil, _?): false
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

  @Test func suppressedFindingsAreCountedBesideTheScore() {
    let failed = eachRound(5) { random, findings, inputs, evidence, strict in
      let active = findings.filter { $0.suppression == nil }
      let report = random.report(findings, inputs: inputs, evidence: evidence)
      let with = AuditScore(of: report, strictCoverage: strict)
      let without = AuditScore(
        of: random.report(active, inputs: inputs, evidence: evidence), strictCoverage: strict)
      let number = report.findings.count - report.activeFindings.count
      guard with.value == without.value, with.bound == without.bound, (with.suppressed?.count ?? 0) == number
      else { return false }
      guard let all = with.suppressed?.value, let value = with.value else { return true }
      return all <= value
    }
    #expect(failed == nil, "seed of the counterexample")
  }

  @Test func aBaselineLeavesTheScoreAlone() {
    let failed = eachRound(6) { random, findings, inputs, evidence, strict in
      let report = random.report(findings, inputs: inputs, evidence: evidence)
      let known = Set(report.activeFindings.prefix(3).map(\.fingerprint))
      let plain = AuditScore(of: report, strictCoverage: strict)
      let score = AuditScore(of: report, strictCoverage: strict, baseline: known)
      guard plain.value == score.value, (score.known?.count ?? 0) == known.count else { return false }
      guard let fresh = score.known?.value, let value = score.value else { return true }
      return fresh >= value
    }
    #expect(failed == nil, "seed of the counterexample")
  }

  @Test func theWorstOpenFindingBoundsTheScore() {
    let failed = eachRound(7) { random, findings, inputs, evidence, strict in
      let report = random.report(findings, inputs: inputs, evidence: evidence)
      let score = AuditScore(of: report, strictCoverage: strict)
      guard let value = score.value else { return report.activeFindings.allSatisfy { $0.severity == .info } }
      let worst = report.activeFindings.map(\.severity).max() ?? .info
      return value <= worst.bound && score.worst == (worst == .info ? nil : worst)
        && score.categories.allSatisfy { ($0.value ?? 100) >= value }
    }
    #expect(failed == nil, "seed of the counterexample")
  }

  @Test func theDeductionsExplainTheChecklistScoreExactly() {
    let failed = eachRound(8) { random, findings, inputs, evidence, strict in
      let score = ChecklistScore(
        of: random.report(findings, inputs: inputs, evidence: evidence), strictCoverage: strict)
      let sum = score.deductions.reduce(0) { $0 + $1.thousandths }
      let floor = score.thousandths.map { $0 == max(0, score.balance) } ?? true
      let reasons = score.deductions.allSatisfy {
        $0.thousandths > 0 && !$0.reason.english.isEmpty && !$0.reason.japanese.isEmpty
      }
      return score.balance == 100_000 - sum && floor && reasons
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
