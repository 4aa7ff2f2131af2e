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
