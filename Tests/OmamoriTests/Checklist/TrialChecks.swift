import OmamoriCore
import OmamoriReport

@testable import Omamori

/// A question whose answer a test chooses.
struct TrialCheck: SecurityCheck {
  let id: String
  var area: ChecklistArea?
  var standards: CheckStandards = .none
  let answer: @Sendable () async -> CheckResult

  init(
    _ id: String, area: ChecklistArea? = nil, standards: CheckStandards = .none,
    _ answer: @escaping @Sendable () async -> CheckResult
  ) { (self.id, self.area, self.standards, self.answer) = (id, area, standards, answer) }

  var question: LocalizedText { LocalizedText("Is \(id) in order?", ja: "\(id) は正常ですか") }
  func run() async -> CheckResult { await answer() }

  static let fine = CheckResult.examined([], otherwise: LocalizedText("Fine.", ja: "正常です。"))

  static func wrong(_ severities: Severity...) -> CheckResult {
    .examined(
      severities.map { CheckProblem($0, LocalizedText("Wrong: \($0).", ja: "問題: \($0)")) },
      otherwise: LocalizedText("Fine.", ja: "正常です。"), facts: [CheckFact("seen", .number(severities.count))])
  }

  static let absent = CheckResult.unavailable(
    .notGiven(LocalizedText("Nothing was given.", ja: "指定がありません。")))
}

extension CheckResult {
  /// The name of what is missing; `nil` when the check gave an answer.
  var missing: String? {
    guard case .unavailable(let reason) = state else { return nil }
    return reason.name
  }

  func fact(_ name: String) -> CheckFact.Value? { facts.first { $0.name == name }?.value }
}
