extension AuditReport {
  /// The same audit with more findings and more skipped files; all are sorted and numbered anew.
  public func adding(_ more: [Finding], skipped left: [SkippedFile] = []) -> AuditReport {
    var report = AuditReport(
      target: target, rules: rules, findings: findings + more, evidence: evidence, inputs: inputs,
      files: files,
      skipped: skipped + left, startedAt: startedAt, duration: duration, inventory: inventory)
    (report.configuration, report.fixes) = (configuration, fixes)
    return report
  }
}
