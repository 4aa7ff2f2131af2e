public import OmamoriCore

/// The overall score: the mean of the examined categories, held down by the worst one.
///
/// A category loses, for each rule, the weights of that rule's findings (critical 25, high 15, medium 10, low 5,
/// times 1 for high, 0.6 for medium and 0 for low confidence), heaviest first, the n-th divided by n, and at most twice
/// the heaviest. The overall value is the mean of the examined categories and never more than 40 points above
/// the worst category. All arithmetic is in whole thousandths of a point.
package struct OverallScore: Sendable, Hashable {
  /// The ten categories in their order.
  package let categories: [CategoryBar]
  /// Everything that was deducted from the overall value; the sum is exact.
  package let deductions: [Deduction]

  /// How far the overall value may lie above the worst category, in points.
  package static let worstCategoryMargin = 40

  /// Computes the score of an audit.
  ///
  /// - Parameters:
  ///   - report: The audit.
  ///   - includingSuppressed: Whether suppressed findings count as if nobody had suppressed them.
  package init(of report: AuditReport, includingSuppressed: Bool = false) {
    let findings = includingSuppressed ? report.findings : report.activeFindings
    var homes: [RuleID: OWASPMobile2024] = [:]
    for rule in report.rules { homes[rule.id] = rule.owaspMobile2024.first }
    let byCategory = Dictionary(grouping: findings) { homes[$0.rule] }
    categories = OWASPMobile2024.allCases.map { category in
      CategoryBar(
        category: category, isExamined: !category.inputs.isDisjoint(with: report.inputs),
        deductions: Self.ruleDeductions(category, byCategory[category] ?? []))
    }
    deductions = Self.overallDeductions(categories)
  }

  /// The score in thousandths of a point, 0…100,000, or `nil` when no category could be examined.
  package var thousandths: Int? {
    guard categories.contains(where: \.isExamined) else { return nil }
    return 100_000 - deductions.reduce(0) { $0 + $1.thousandths }
  }

  /// The score in whole points, rounded down, 0…100, or `nil` when no category could be examined.
  package var value: Int? { thousandths.map { $0 / 1000 } }

  /// What each rule costs its category.
  private static func ruleDeductions(_ category: OWASPMobile2024, _ findings: [Finding]) -> [Deduction] {
    Dictionary(grouping: findings, by: \.rule).sorted { $0.key < $1.key }.compactMap { rule, findings in
      let counted = findings.filter { weight(of: $0) > 0 }
      let weights = counted.map(weight).sorted(by: >)
      guard let heaviest = weights.first else { return nil }
      let sum = weights.enumerated().reduce(0) { $0 + $1.element / ($1.offset + 1) }
      let number = counted.count
      return Deduction(
        subject: .category(category), thousandths: min(sum, 2 * heaviest),
        reason: LocalizedText("\(rule): \(Phrases.count(number, "finding"))", ja: "\(rule): 検出 \(number) 件"),
        findings: counted)
    }
  }

  /// The weight of a finding on its own, in thousandths of a point.
  static func weight(of finding: Finding) -> Int {
    let points =
      switch finding.severity {
      case .critical: 25
      case .high: 15
      case .medium: 10
      case .low: 5
      case .info: 0
      }
    return switch finding.confidence {
    case .high: points * 1000
    case .medium: points * 600
    case .low: 0
    }
  }

  /// Shares out what is missing from 100 among the examined categories, and adds what the worst one takes.
  private static func overallDeductions(_ categories: [CategoryBar]) -> [Deduction] {
    let examined = categories.filter(\.isExamined)
    guard let worst = categories.min(by: { $0.thousandths < $1.thousandths }), !examined.isEmpty else {
      return []
    }
    // A share is what the running total in whole thousandths grew by: rounding neither gains nor loses anything.
    var (lost, shared) = (0, 0)
    var deductions: [Deduction] = []
    for bar in examined where bar.thousandths < 100_000 {
      lost += 100_000 - bar.thousandths
      let total = (lost + examined.count - 1) / examined.count
      deductions.append(share(of: bar, total - shared, among: examined.count))
      shared = total
    }
    let ceiling = worst.thousandths + worstCategoryMargin * 1000
    if 100_000 - shared > ceiling {
      deductions.append(capped(by: worst, 100_000 - shared - ceiling))
    }
    return deductions
  }

  private static func share(of bar: CategoryBar, _ thousandths: Int, among count: Int) -> Deduction {
    let name = bar.category.rawValue
    return Deduction(
      subject: .category(bar.category), thousandths: thousandths,
      reason: LocalizedText(
        "\(name) stands at \(bar.value), one of \(count) examined categories.",
        ja: "\(name) は \(bar.value) 点です(検査した \(count) 分類の平均)。"),
      findings: bar.deductions.flatMap(\.findings))
  }

  private static func capped(by worst: CategoryBar, _ thousandths: Int) -> Deduction {
    let name = worst.category.rawValue
    return Deduction(
      subject: .worstCategory(worst.category), thousandths: thousandths,
      reason: LocalizedText(
        "No more than \(worstCategoryMargin) points above the worst category, \(name) with \(worst.value).",
        ja: "最も低い分類(\(name)、\(worst.value) 点)を \(worstCategoryMargin) 点より上回ることはできません。"),
      findings: worst.deductions.flatMap(\.findings))
  }
}

/// Both scores of an audit, and what they would be if nobody had suppressed anything.
package struct AuditScore: Sendable, Hashable {
  /// The score of the checklist.
  package let checklist: ChecklistScore
  /// The overall score with its ten categories.
  package let overall: OverallScore
  /// The score of the checklist with suppressed findings counted.
  package let checklistWithoutSuppressions: ChecklistScore
  /// The overall score with suppressed findings counted.
  package let overallWithoutSuppressions: OverallScore

  /// Computes the scores of an audit.
  ///
  /// - Parameters:
  ///   - report: The audit.
  ///   - strictCoverage: Whether areas that could not be examined count as failed.
  package init(of report: AuditReport, strictCoverage: Bool = false) {
    checklist = ChecklistScore(of: report, strictCoverage: strictCoverage)
    overall = OverallScore(of: report)
    checklistWithoutSuppressions = ChecklistScore(
      of: report, strictCoverage: strictCoverage, includingSuppressed: true)
    overallWithoutSuppressions = OverallScore(of: report, includingSuppressed: true)
  }
}

/// How one category of the 2024 list fares: 100 points, less what its findings cost.
package struct CategoryBar: Sendable, Hashable {
  /// The category.
  package let category: OWASPMobile2024
  /// Whether material was there in which weaknesses of the category can be seen.
  package let isExamined: Bool
  /// What was deducted, one line a rule.
  package let deductions: [Deduction]

  init(category: OWASPMobile2024, isExamined: Bool, deductions: [Deduction]) {
    (self.category, self.isExamined, self.deductions) = (category, isExamined, deductions)
  }

  /// 100 points less all deductions, in thousandths; below 0 when they exceed 100 points.
  package var balance: Int { 100_000 - deductions.reduce(0) { $0 + $1.thousandths } }

  /// The height of the bar in thousandths of a point, 0…100,000.
  package var thousandths: Int { max(0, balance) }

  /// The height of the bar in whole points, rounded down, 0…100.
  package var value: Int { thousandths / 1000 }
}

/// Points that a score lost, with the reason and what the reason rests on.
///
/// The deductions of a score add up to exactly what is missing from 100, in thousandths of a point.
public struct Deduction: Sendable, Hashable {
  /// What lost the points.
  public enum Subject: Sendable, Hashable {
    /// An area of the checklist.
    case area(ChecklistArea)
    /// A category of the 2024 list.
    case category(OWASPMobile2024)
    /// The rule that no app scores far above its worst category.
    case worstCategory(OWASPMobile2024)
  }

  /// What lost the points.
  public let subject: Subject
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
    subject: Subject, thousandths: Int, reason: LocalizedText, findings: [Finding] = [],
    evidence: [Evidence] = []
  ) {
    (self.subject, self.thousandths, self.reason) = (subject, max(0, thousandths), reason)
    (self.findings, self.evidence) = (findings, evidence)
  }
}

extension OWASPMobile2024 {
  /// The material any of which makes the category examined.
  ///
  /// The table is fixed: which categories enter the overall score follows from what was given to the audit, never
  /// from what was found in it.
  package var inputs: Set<AuditInput> {
    switch self {
    case .m1: [.swift, .objectiveC, .binary]
    case .m2: [.dependencies]
    case .m3, .m4, .m5, .m10: [.swift, .objectiveC]
    case .m6: [.swift, .objectiveC, .infoPlist, .privacyManifest]
    case .m7: [.swift, .objectiveC, .project, .binary]
    case .m8: [.swift, .objectiveC, .infoPlist, .entitlements, .project]
    case .m9: [.swift, .objectiveC, .interfaceBuilder]
    }
  }
}
