public import OmamoriCore

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
