public import OmamoriCore
public import OmamoriReport

/// A question of the ``SecurityChecklist``, answered while the app runs.
///
/// The toolkit brings its own; an app adds others for what only it knows. Safe to use from any thread.
public protocol SecurityCheck: Sendable {
  /// The name of the question in reports, stable for ever: lower-case words with hyphens, such as `pinning`.
  var id: String { get }
  /// The question, such that yes is good.
  var question: LocalizedText { get }
  /// The area of the score that problems count in; `nil` when they cost nothing.
  var area: ChecklistArea? { get }
  /// What it is about in the lists of others.
  var standards: CheckStandards { get }

  /// Answers the question.
  ///
  /// The checklist stops waiting after its deadline and then cancels the task. What blocks a thread belongs on a thread
  /// of its own.
  ///
  /// - Returns: The answer; when there is none, `CheckResult.unavailable`, never a pass.
  func run() async -> CheckResult
}

extension SecurityCheck {
  /// Problems cost nothing.
  public var area: ChecklistArea? { nil }

  /// Nothing.
  public var standards: CheckStandards { .none }
}
