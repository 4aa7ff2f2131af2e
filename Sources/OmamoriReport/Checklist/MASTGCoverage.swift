/// What an audit says about each test of the OWASP Mobile Application Security Testing Guide.
package struct MASTGCoverage: Sendable, Hashable {
  /// How a test came out.
  package enum Status: String, CaseIterable, Sendable, Hashable, Codable {
    /// A finding of medium confidence or more belongs to the test.
    case failed
    /// Only doubtful findings belong to the test, or reading code answers it in part: somebody has to look.
    case review
    /// The rules of the test were run on the material they read and found nothing.
    case passed
    /// No rule of the test was run, or the material was not there.
    case notChecked
    /// The test needs a running app.
    case notStatic
  }

  /// A test and how it came out.
  package struct Entry: Sendable, Hashable {
    /// The name of the test, such as `MASTG-TEST-0052`.
    package let id: String
    /// How it came out.
    package let status: Status
  }

  /// The tests that Omamori knows, in the order of their numbers.
  package let entries: [Entry]

  /// Tests that reading code answers completely.
  private static let automatic: Set<Int> = [
    63, 65, 66, 69, 70, 75, 76, 77, 78, 209, 210, 211, 213, 214, 215, 219, 220, 228, 229, 230, 248, 261, 266,
    268,
    270, 273, 275, 276, 278, 279, 280,
  ]
  /// Tests that reading code answers in part.
  private static let partial: Set<Int> = [
    52, 53, 55, 56, 57, 58, 59, 67, 68, 71, 72, 79, 84, 86, 240, 281, 89, 90, 91, 92, 93,
  ]
  /// Tests that need a running app.
  private static let dynamic: Set<Int> = [60, 80, 241, 246, 267, 269, 271, 277]

  /// Judges every known test by the findings that are not suppressed.
  package init(of report: AuditReport) {
    var rulesByTest: [Int: [RuleMetadata]] = [:]
    for rule in report.rules {
      for test in rule.mastg { rulesByTest[test, default: []].append(rule) }
    }
    let findings = Dictionary(grouping: report.activeFindings.filter { $0.severity > .info }, by: \.rule)
    let known = Self.automatic.union(Self.partial).union(Self.dynamic).union(rulesByTest.keys)
    entries = known.sorted().map { test in
      let rules = rulesByTest[test] ?? []
      return Entry(
        id: RuleMetadata.mastgReference(test), status: Self.status(test, rules, findings, report.inputs))
    }
  }

  private static func status(
    _ test: Int, _ rules: [RuleMetadata], _ findings: [RuleID: [Finding]], _ inputs: Set<AuditInput>
  ) -> Status {
    let own = rules.flatMap { findings[$0.id] ?? [] }
    if own.contains(where: { $0.confidence >= .medium }) { return .failed }
    if !own.isEmpty { return .review }
    if dynamic.contains(test) { return .notStatic }
    let isExamined = rules.contains { rule in
      rule.owaspMobile2024.first.map { !$0.inputs.isDisjoint(with: inputs) } ?? false
    }
    guard isExamined else { return .notChecked }
    return partial.contains(test) ? .review : .passed
  }
}
