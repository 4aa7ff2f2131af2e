import OmamoriCore

extension ChecklistScore {
  /// Answers the seven questions from the findings and the evidence of an audit.
  ///
  /// Findings count from medium confidence; which severities count depends on the area. Findings of severity `info`
  /// never count.
  ///
  /// - Parameters:
  ///   - report: The audit.
  ///   - strictCoverage: Whether areas that could not be examined count as failed.
  ///   - includingSuppressed: Whether suppressed findings count as if nobody had suppressed them.
  public init(of report: AuditReport, strictCoverage: Bool = false, includingSuppressed: Bool = false) {
    let findings = includingSuppressed ? report.findings : report.activeFindings
    let judge = AreaJudge(report: report, findings: findings)
    self.init(answers: ChecklistArea.allCases.map(judge.answer), strictCoverage: strictCoverage)
  }
}
