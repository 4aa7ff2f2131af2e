import OmamoriCore
import OmamoriReport

extension Sample {
  /// The audit of ``bank`` with the lines around its findings, as pages show it.
  static var quotedBank: AuditReport {
    let bank = bank
    let findings = bank.findings.map { finding in
      let (line, snippet) = (finding.region.startLine, finding.snippet)
      let first = max(1, line - 2)
      let lines = (first..<line).map { "    // line \($0)" } + ["    " + snippet, "  }", "\tdone()"]
      return Finding(
        rule: finding.rule, severity: finding.severity, confidence: finding.confidence, file: finding.file,
        region: finding.region, message: finding.message, snippet: snippet, context: finding.context,
        flow: finding.flow, related: finding.related, suppression: finding.suppression,
        excerpt: SourceExcerpt(firstLine: first, lines: lines))
    }
    return AuditReport(
      target: bank.target, rules: bank.rules, findings: findings, evidence: bank.evidence,
      inputs: bank.inputs, files: bank.files, skipped: bank.skipped, startedAt: bank.startedAt,
      duration: bank.duration, inventory: bank.inventory)
  }
}
