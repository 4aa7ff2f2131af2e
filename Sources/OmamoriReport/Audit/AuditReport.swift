package import OmamoriCore

/// Everything an audit found, ready to be scored and written in any format.
///
/// Findings are sorted by file, place and rule and free of duplicates, so that the same input gives the same bytes.
package struct AuditReport: Sendable {
  /// What was audited.
  package let target: AuditTarget
  /// The rules that were run, sorted by id.
  package let rules: [RuleMetadata]
  /// What was found, suppressed findings included.
  package let findings: [Finding]
  /// What was seen that answers questions of the checklist, sorted by kind, file and place.
  package let evidence: [Evidence]
  /// What material was there.
  package let inputs: Set<AuditInput>
  /// What happened to the files.
  package let files: FileCounts
  /// The files that were skipped, sorted by name.
  package let skipped: [SkippedFile]
  /// When the audit began.
  package let startedAt: Date
  /// How long it took.
  package let duration: Duration

  /// What the app asks for, declares and carries.
  package let inventory: AppInventory
  /// The configuration that was in force, if there was one, and what it changed.
  package var configuration: ConfigurationNote?
  /// What was repaired or can be, in the order of the files; `nil` when nobody asked.
  package var fixes: [FindingFix]?

  /// Makes a report: sorts, removes duplicates and numbers what looks alike.
  package init(
    target: AuditTarget, rules: [RuleMetadata], findings: [Finding], evidence: [Evidence],
    inputs: Set<AuditInput>, files: FileCounts, skipped: [SkippedFile], startedAt: Date, duration: Duration,
    inventory: AppInventory = AppInventory()
  ) {
    self.target = target
    self.rules = rules.sorted { $0.id < $1.id }
    self.findings = ReportOrder.numbered(findings)
    self.evidence = Set(evidence).sorted(by: ReportOrder.precedes)
    self.inputs = inputs
    self.files = files
    self.skipped = Set(skipped).sorted(by: ReportOrder.precedes)
    (self.startedAt, self.duration, self.inventory) = (startedAt, duration, inventory)
  }

  /// The findings that count: those nobody suppressed.
  package var activeFindings: [Finding] { findings.filter { $0.suppression == nil } }
}

extension AuditReport {
  /// The same audit with more findings and more skipped files; all are sorted and numbered anew.
  package func adding(_ more: [Finding], skipped left: [SkippedFile] = []) -> AuditReport {
    var report = AuditReport(
      target: target, rules: rules, findings: findings + more, evidence: evidence, inputs: inputs,
      files: files,
      skipped: skipped + left, startedAt: startedAt, duration: duration, inventory: inventory)
    (report.configuration, report.fixes) = (configuration, fixes)
    return report
  }
}
