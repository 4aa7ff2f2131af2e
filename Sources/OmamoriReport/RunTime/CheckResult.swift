public import OmamoriCore

/// How a check at run time ended: with an answer and what it rests on, or without one and why.
///
/// A value; safe to share between threads.
public struct CheckResult: Sendable, Hashable {
  /// How a check ended.
  public enum State: Sendable, Hashable {
    /// The check ran to its end and found nothing wrong.
    case passed
    /// Something is wrong.
    case failed
    /// The check gave no answer.
    case unavailable(CheckUnavailability)
  }

  /// How the check ended.
  public let state: State
  /// What is wrong, the worst first; empty unless the check failed.
  public let problems: [CheckProblem]
  /// Why this is the answer, as a sentence.
  public let reason: LocalizedText
  /// What was seen, in a fixed order.
  public let facts: [CheckFact]

  private init(_ state: State, _ problems: [CheckProblem], _ reason: LocalizedText, _ facts: [CheckFact]) {
    (self.state, self.problems, self.reason, self.facts) = (state, problems, reason, facts)
  }

  /// The result of a check that ran to its end.
  ///
  /// - Parameters:
  ///   - problems: What it found wrong; those of severity `info` are left out.
  ///   - reason: What it examined, as a sentence, for when nothing is wrong.
  ///   - facts: What it saw.
  /// - Returns: A failure when there is a problem, else a pass.
  public static func examined(
    _ problems: [CheckProblem], otherwise reason: LocalizedText, facts: [CheckFact] = []
  ) -> CheckResult {
    let counted = problems.filter { $0.severity > .info }
    let sorted = counted.enumerated().sorted { left, right in
      left.element.severity == right.element.severity
        ? left.offset < right.offset : left.element.severity > right.element.severity
    }.map(\.element)
    guard let worst = sorted.first else { return CheckResult(.passed, [], reason, facts) }
    return CheckResult(.failed, sorted, worst.message, facts)
  }

  /// The result of a check that gave no answer.
  ///
  /// - Parameters:
  ///   - reason: Why.
  ///   - facts: What it saw nevertheless.
  /// - Returns: A result that is neither a pass nor a failure.
  public static func unavailable(_ reason: CheckUnavailability, facts: [CheckFact] = []) -> CheckResult {
    CheckResult(.unavailable(reason), [], reason.explanation, facts)
  }

  /// Whether the check gave an answer.
  public var isExamined: Bool {
    switch state {
    case .passed, .failed: true
    case .unavailable: false
    }
  }

  /// The answer as the checklist gives it: slight problems alone mean that somebody should look.
  public var answer: ChecklistItem.Answer {
    switch state {
    case .passed: .pass
    case .failed: problems.contains { $0.severity >= .medium } ? .fail : .attention
    case .unavailable: .unknown
    }
  }
}
