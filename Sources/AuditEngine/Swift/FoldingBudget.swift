import Synchronization

/// Bounds how far values are followed: names that stand for names can multiply without end.
///
/// A budget belongs to one file. Each question may take so many steps, and all questions together a larger number;
/// a question that runs out is answered with "not known".
final class FoldingBudget: Sendable {
  /// The steps that one question may take.
  static let stepsPerQuestion = 20_000
  /// The steps that all questions about a file may take.
  static let stepsPerFile = 3_000_000
  /// The longest text or list of bytes that is put together.
  static let longest = 1 << 16

  /// The steps that all questions about where values come from may take: each looks at more than one of folding.
  static let flowStepsPerFile = 400_000

  private let limit: Int
  private let question = Atomic(0)
  private let file = Atomic(0)

  /// Makes a budget for a file.
  init(stepsPerFile limit: Int = FoldingBudget.stepsPerFile) { self.limit = limit }

  /// Whether the steps for the file are used up; steps of single questions say nothing about others.
  var isSpent: Bool { file.load(ordering: .relaxed) > limit }

  /// The steps that the present question has taken.
  var stepsOfQuestion: Int { question.load(ordering: .relaxed) }

  /// Begins a new question.
  func begin() { question.store(0, ordering: .relaxed) }

  /// Whether so many steps are left.
  func canSpend(_ steps: Int) -> Bool {
    stepsOfQuestion + steps <= Self.stepsPerQuestion && file.load(ordering: .relaxed) + steps <= limit
  }

  /// Takes a step; false when there are none left.
  func spend(_ steps: Int = 1) -> Bool {
    let inQuestion = question.add(steps, ordering: .relaxed).newValue
    let inFile = file.add(steps, ordering: .relaxed).newValue
    return inQuestion <= Self.stepsPerQuestion && inFile <= limit
  }
}
