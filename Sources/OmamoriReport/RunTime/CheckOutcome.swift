public import OmamoriCore

/// A question that was asked at run time, and how it was answered.
///
/// A value; safe to share between threads.
public struct CheckOutcome: Sendable, Hashable {
  /// The name of the question, stable for ever: `ats`, `pinning`.
  public let id: String
  /// The question.
  public let question: LocalizedText
  /// The area of the score that problems count in; `nil` when they cost nothing.
  public let area: ChecklistArea?
  /// What it is about in the lists of others.
  public let standards: CheckStandards
  /// The answer.
  public let result: CheckResult
  /// How long it took.
  public let took: Duration

  /// Makes an outcome.
  public init(
    id: String, question: LocalizedText, area: ChecklistArea?, standards: CheckStandards = .none,
    result: CheckResult, took: Duration = .zero
  ) {
    (self.id, self.question, self.area) = (id, question, area)
    (self.standards, self.result, self.took) = (standards, result, took)
  }

  /// The question with its answer as the checklist of an audit has them.
  public var item: ChecklistItem {
    ChecklistItem(id: id, question: question, answer: result.answer, reason: result.reason)
  }
}
