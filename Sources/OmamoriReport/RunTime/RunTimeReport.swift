public import OmamoriCore

/// What a checklist found while a program runs, scored by the rules of the audit and written in its formats.
public struct RunTimeReport: Sendable, Hashable {
  /// What was checked, such as the bundle identifier of the app.
  public let subject: String
  /// The questions with their answers, in the order in which they were asked.
  public let outcomes: [CheckOutcome]
  /// When the first question was asked.
  public let startedAt: Date
  /// How long all of them took.
  public let duration: Duration

  /// Makes a report.
  public init(subject: String, outcomes: [CheckOutcome], startedAt: Date, duration: Duration) {
    (self.subject, self.outcomes) = (subject, outcomes)
    (self.startedAt, self.duration) = (startedAt, duration)
  }

  /// The outcome of the question called `id`, or `nil` when it was not asked.
  public subscript(id: String) -> CheckOutcome? { outcomes.first { $0.id == id } }

  /// The questions as the checklist of an audit has them.
  public var items: [ChecklistItem] { outcomes.map(\.item) }

  /// Whether something of medium severity or worse was found.
  public var hasFailures: Bool { outcomes.contains { $0.result.answer == .fail } }

  /// Whether every question was answered.
  public var isComplete: Bool { outcomes.allSatisfy(\.result.isExamined) }

  /// The score: 100 points, less what the answers cost by the table of ``ChecklistArea/points(for:)``.
  ///
  /// An area with a question that was not answered is not examined, and neither is one without a question.
  ///
  /// - Parameter strictCoverage: Whether areas that could not be examined count as failed.
  /// - Returns: The score.
  public func score(strictCoverage: Bool = false) -> ChecklistScore {
    ChecklistScore(
      answers: ChecklistArea.allCases.compactMap(answer), strictCoverage: strictCoverage)
  }

  private func answer(_ area: ChecklistArea) -> ChecklistAnswer? {
    let results = outcomes.filter { $0.area == area }.map(\.result)
    guard let first = results.first else { return nil }
    let deductions = area.deductions(for: results.flatMap(\.problems))
    let missing = results.first { !$0.isExamined }
    let state: ChecklistAnswer.State =
      !deductions.isEmpty ? .failed : missing == nil ? .passed : .unknown
    return ChecklistAnswer(
      area: area, isExamined: missing == nil, state: state,
      reason: deductions.first?.reason ?? missing?.reason ?? first.reason, deductions: deductions)
  }
}

extension ChecklistArea {
  /// What problems seen at run time cost: each issue of App Transport Security for itself, elsewhere the worst alone.
  fileprivate func deductions(for problems: [CheckProblem]) -> [Deduction] {
    let all = problems.compactMap { problem -> Deduction? in
      let points = points(for: problem.severity)
      guard points > 0 else { return nil }
      return Deduction(area: self, thousandths: points * 1000, reason: problem.message)
    }
    guard self != .ats, let greatest = all.map(\.thousandths).max() else { return all }
    return all.first { $0.thousandths == greatest }.map { [$0] } ?? []
  }
}

extension RunTimeReport {
  /// The report for people: the score explained, and the questions with what was seen.
  ///
  /// - Parameters:
  ///   - version: The version of the program that writes it, such as `1.2.0`.
  ///   - language: The language.
  ///   - showsScore: Whether the score stands before the questions.
  ///   - strictCoverage: Whether areas that could not be examined count as failed in the score.
  /// - Returns: The text, at most 100 columns wide, with a line feed at its end.
  public func summary(
    version: String, language: Language = .en, showsScore: Bool = true, strictCoverage: Bool = false
  ) -> String {
    TextRenderer(Self.options(version, language, strictCoverage)).summary(self, showsScore: showsScore)
  }

  /// The report for programs: a JSON document, described in `Documentation/run-time-checklist.md`.
  ///
  /// - Parameters:
  ///   - version: The version of the program that writes it, such as `1.2.0`.
  ///   - language: The language of the texts in it.
  ///   - strictCoverage: Whether areas that could not be examined count as failed in the score.
  /// - Returns: The document, indented, with a line feed at its end.
  public func json(version: String, language: Language = .en, strictCoverage: Bool = false) -> String {
    JSONRenderer(Self.options(version, language, strictCoverage)).render(self)
  }

  private static func options(_ version: String, _ language: Language, _ strict: Bool) -> ReportOptions {
    var options = ReportOptions(tool: ToolIdentity(version: version), language: language)
    options.strictCoverage = strict
    return options
  }
}
