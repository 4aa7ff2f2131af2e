/// The score of an audit: the worst open finding sets an upper bound, and each rule with findings lowers it further.
///
/// The score is `bound × 100 / (100 + weight)`, rounded down. A rule weighs what its findings weigh, heaviest first, the
/// n-th divided by n, and at most twice the heaviest. `Documentation/report.md` has the tables and the reasons.
package struct AuditScore: Sendable, Hashable {
  /// The score, 0…100, or `nil` when nothing was examined and nothing found.
  package let value: Int?
  /// The severity of the worst open finding, above `info`.
  package let worst: Severity?
  /// The highest score that the worst open finding allows.
  package let bound: Int
  /// What lowers the score, heaviest first.
  package let weights: [RuleWeight]
  /// How each of the ten categories fares by itself.
  package let categories: [CategoryScore]
  /// How many categories could not be examined and count as failed, because coverage is strict.
  package let missing: Int
  /// The suppressed findings, which do not count, with the score if they did; `nil` without one.
  package let suppressed: Others?
  /// The open findings that a baseline knows, which count, with the score if they did not; `nil` without one.
  package let known: Others?

  /// Findings that are counted beside the score, and the score in the other case.
  package struct Others: Sendable, Hashable {
    /// How many there are.
    package let count: Int
    /// The score if they counted, or if they did not.
    package let value: Int?
  }

  /// Computes the score of an audit.
  ///
  /// - Parameters:
  ///   - report: The audit.
  ///   - options: Whether coverage is strict, and what a baseline knows.
  package init(of report: AuditReport, options: ReportOptions) {
    self.init(of: report, strictCoverage: options.strictCoverage, baseline: options.baseline)
  }

  /// Computes the score of an audit.
  ///
  /// - Parameters:
  ///   - report: The audit.
  ///   - strictCoverage: Whether a category that could not be examined counts as a finding of medium severity.
  ///   - baseline: The findings that were known before.
  package init(of report: AuditReport, strictCoverage: Bool = false, baseline: Set<Fingerprint>? = nil) {
    let open = report.activeFindings
    // Categories that the chosen profiles say nothing about are neither examined nor missing.
    let relevant = OWASPMobile2024.allCases.filter(report.concerns)
    let unexamined = relevant.count { $0.inputs.isDisjoint(with: report.inputs) }
    let isExamined = unexamined < relevant.count
    missing = strictCoverage ? unexamined : 0
    let gaps = missing
    func value(_ findings: [Finding]) -> Int? {
      let weights = RuleWeight.all(of: findings)
      guard isExamined || !weights.isEmpty else { return nil }
      return Self.value(of: weights, missing: gaps)
    }
    self.value = value(open)
    weights = RuleWeight.all(of: open)
    worst = weights.map(\.severity).max()
    bound = Self.bound(of: weights, missing: gaps)
    let others = report.findings.count - open.count
    suppressed = others > 0 ? Others(count: others, value: value(report.findings)) : nil
    let fresh = open.filter { baseline?.contains($0.fingerprint) != true }
    known = fresh.count < open.count ? Others(count: open.count - fresh.count, value: value(fresh)) : nil
    var homes: [RuleID: OWASPMobile2024] = [:]
    for rule in report.rules { homes[rule.id] = rule.owaspMobile2024.first }
    let byCategory = Dictionary(grouping: open) { homes[$0.rule] }
    categories = OWASPMobile2024.allCases.map { category in
      let weights = RuleWeight.all(of: byCategory[category] ?? [])
      let isKnown = relevant.contains(category) && !category.inputs.isDisjoint(with: report.inputs)
      return CategoryScore(
        category: category, isExamined: isKnown,
        value: isKnown || !weights.isEmpty ? Self.value(of: weights, missing: 0) : nil, weights: weights)
    }
  }

  /// The score that `weights` leave, with so many categories that count as failed.
  static func value(of weights: [RuleWeight], missing: Int) -> Int {
    let sum = weights.reduce(missing * RuleWeight.thousandths(.medium, .high)) { $0 + $1.thousandths }
    return bound(of: weights, missing: missing) * 100_000 / (100_000 + sum)
  }

  private static func bound(of weights: [RuleWeight], missing: Int) -> Int {
    min(weights.map(\.severity.bound).min() ?? 100, missing > 0 ? Severity.medium.bound : 100)
  }
}

/// What the findings of one rule weigh in a score.
package struct RuleWeight: Sendable, Hashable {
  /// The rule.
  package let rule: RuleID
  /// The findings that count, in the order of the report.
  package let findings: [Finding]
  /// The highest severity among them.
  package let severity: Severity
  /// Their weight in thousandths.
  package let thousandths: Int

  /// The weight of each rule that has a finding above `info`, heaviest first.
  static func all(of findings: [Finding]) -> [RuleWeight] {
    Dictionary(grouping: findings.filter { $0.severity > .info }, by: \.rule).compactMap { rule, findings in
      let weights = findings.map { thousandths($0.severity, $0.confidence) }.sorted(by: >)
      guard let heaviest = weights.first, let worst = findings.map(\.severity).max() else { return nil }
      let sum = weights.enumerated().reduce(0) { $0 + $1.element / ($1.offset + 1) }
      return RuleWeight(
        rule: rule, findings: findings, severity: worst, thousandths: min(sum, 2 * heaviest))
    }
    .sorted { ($1.thousandths, $0.rule) < ($0.thousandths, $1.rule) }
  }

  /// The weight of a finding on its own, in thousandths.
  static func thousandths(_ severity: Severity, _ confidence: Confidence) -> Int {
    let weight =
      switch severity {
      case .critical: 40
      case .high: 20
      case .medium: 10
      case .low: 3
      case .info: 0
      }
    return switch confidence {
    case .high: weight * 1000
    case .medium: weight * 600
    case .low: weight * 100
    }
  }
}

/// How one category of the 2024 list fares: the score of its findings alone, so never below that of the app.
package struct CategoryScore: Sendable, Hashable {
  /// The category.
  package let category: OWASPMobile2024
  /// Whether material was there in which weaknesses of the category can be seen.
  package let isExamined: Bool
  /// The score, 0…100, or `nil` when nothing was examined and nothing found.
  package let value: Int?
  /// What lowers it, heaviest first.
  package let weights: [RuleWeight]
}

extension Severity {
  /// The highest score of an app with an open finding of this severity, whatever its confidence.
  package var bound: Int {
    switch self {
    case .critical: 30
    case .high: 60
    case .medium: 85
    case .low: 95
    case .info: 100
    }
  }
}

extension OWASPMobile2024 {
  /// The material any of which makes the category examined.
  ///
  /// The table is fixed: which categories are examined follows from what was given to the audit, never from what was
  /// found in it.
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
