public import OmamoriCore

/// The score of the checklist: 100 points, less what the answers cost, never below 0.
///
/// Areas that could not be examined cost nothing and are shown as unknown, unless coverage is strict. Nothing is
/// ever added: good news never makes up for bad news, so another finding cannot raise the score.
public struct ChecklistScore: Sendable, Hashable {
  /// The answers, one an area, in the order of ``ChecklistArea``.
  public let answers: [ChecklistAnswer]
  /// Whether areas that could not be examined count as failed.
  public let isStrict: Bool
  /// Everything that was deducted, in the order of the answers.
  public let deductions: [Deduction]

  /// Makes a score from answers, wherever they come from: an audit of sources or a check at run time.
  ///
  /// - Parameters:
  ///   - answers: One answer an area; of several for one area the first counts, a missing one is unknown.
  ///   - strictCoverage: Whether areas that could not be examined count as failed.
  public init(answers: [ChecklistAnswer], strictCoverage: Bool = false) {
    let complete = ChecklistArea.allCases.map { area in
      answers.first { $0.area == area } ?? .unasked(area)
    }
    self.answers = complete
    isStrict = strictCoverage
    deductions = complete.flatMap { answer in
      strictCoverage ? answer.deductions + answer.strictDeductions : answer.deductions
    }
  }

  /// The number of areas that were examined.
  public var examinedCount: Int { answers.count { $0.isExamined } }

  /// 100 points less all deductions, in thousandths; below 0 when they exceed 100 points.
  public var balance: Int { 100_000 - deductions.reduce(0) { $0 + $1.thousandths } }

  /// The score in thousandths of a point, 0…100,000, or `nil` when no area could be examined.
  public var thousandths: Int? { examinedCount == 0 ? nil : max(0, balance) }

  /// The score in whole points, rounded down, 0…100, or `nil` when no area could be examined.
  public var value: Int? { thousandths.map { $0 / 1000 } }
}

extension ChecklistAnswer {
  fileprivate static func unasked(_ area: ChecklistArea) -> ChecklistAnswer {
    ChecklistAnswer(
      area: area, isExamined: false, state: .unknown,
      reason: LocalizedText("The area was not examined.", ja: "この項目は検査されていません。"))
  }

  /// What strict coverage adds, so that an area that was not examined costs at least as much as a failed one.
  fileprivate var strictDeductions: [Deduction] {
    let lost = deductions.reduce(0) { $0 + $1.thousandths }
    let missing = area.maximumDeduction * 1000 - lost
    guard !isExamined, state != .notApplicable, missing > 0 else { return [] }
    let reason = LocalizedText(
      "Not examined, which strict coverage counts as failed.",
      ja: "検査できていないため、厳格な網羅性の設定により不合格として扱います。")
    return [Deduction(area: area, thousandths: missing, reason: reason)]
  }
}

extension ChecklistScore {
  /// Answers the seven questions from the findings and the evidence of an audit.
  ///
  /// Findings count from medium confidence; which severities count depends on the area. Findings of severity `info`
  /// never count.
  ///
  /// - Parameters:
  ///   - report: The audit.
  ///   - strictCoverage: Whether areas that could not be examined count as failed.
  ///   - includingSuppressed: Whether suppressed findings count as if nobody had suppressed them.
  package init(of report: AuditReport, strictCoverage: Bool = false, includingSuppressed: Bool = false) {
    let findings = includingSuppressed ? report.findings : report.activeFindings
    let judge = AreaJudge(report: report, findings: findings)
    self.init(answers: ChecklistArea.allCases.map(judge.answer), strictCoverage: strictCoverage)
  }
}

/// What is known about one area of the checklist, and what it costs.
public struct ChecklistAnswer: Sendable, Hashable {
  /// What is known about an area.
  public enum State: String, CaseIterable, Sendable, Hashable, Codable {
    /// The area was examined and nothing counts against it.
    case passed
    /// Something counts against the area.
    case failed
    /// The area was examined and does not concern this app.
    case notApplicable
    /// The area could not be examined.
    case unknown
  }

  /// The area.
  public let area: ChecklistArea
  /// Whether the material for a judgement was there.
  public let isExamined: Bool
  /// What is known.
  public let state: State
  /// Why this is the answer.
  public let reason: LocalizedText
  /// What it costs.
  public let deductions: [Deduction]

  /// Makes an answer; one with deductions has failed, whatever `state` says.
  ///
  /// - Parameters:
  ///   - area: The area.
  ///   - isExamined: Whether the material for a judgement was there.
  ///   - state: What is known.
  ///   - reason: Why this is the answer.
  ///   - deductions: What it costs.
  public init(
    area: ChecklistArea, isExamined: Bool, state: State, reason: LocalizedText, deductions: [Deduction] = []
  ) {
    (self.area, self.isExamined, self.reason) = (area, isExamined, reason)
    self.state = deductions.isEmpty ? state : .failed
    self.deductions = deductions
  }
}

/// Points that a checklist lost, with the reason and what the reason rests on.
///
/// The deductions add up to exactly what is missing from 100, in thousandths of a point.
public struct Deduction: Sendable, Hashable {
  /// The area that lost the points.
  public let area: ChecklistArea
  /// How much, in thousandths of a point; never negative.
  public let thousandths: Int
  /// Why.
  public let reason: LocalizedText
  /// The findings the reason rests on, in the order of the report.
  package let findings: [Finding]
  /// What else was seen that the reason rests on.
  package let evidence: [Evidence]

  /// Makes a deduction.
  package init(
    area: ChecklistArea, thousandths: Int, reason: LocalizedText, findings: [Finding] = [],
    evidence: [Evidence] = []
  ) {
    (self.area, self.thousandths, self.reason) = (area, max(0, thousandths), reason)
    (self.findings, self.evidence) = (findings, evidence)
  }
}
