package import OmamoriCore
package import OmamoriReport

/// Collects what the rules find in the project as a whole.
package struct ProjectReport {
  /// What was found so far; secrets never appear, because addresses are quoted without credentials.
  package private(set) var findings: [Finding] = []
  /// What was seen that answers questions of the checklist.
  package private(set) var evidence: [Evidence] = []

  /// Makes an empty report.
  package init() {}

  /// Records a finding of `rule` on bytes of a file; severity and confidence are the rule's unless given.
  package mutating func add(
    _ rule: any Rule.Type, in text: TextSource, at range: Range<Int>, _ message: LocalizedText,
    severity: Severity? = nil, confidence: Confidence? = nil, related: [FindingStep] = [],
    secrets: [String] = []
  ) {
    var file = FileReport(text)
    file.add(
      rule, at: range, message, severity: severity, confidence: confidence, related: related, secrets: secrets
    )
    findings += file.maskedFindings
  }

  /// Records a finding of `rule` at a use in the sources.
  package mutating func add(
    _ rule: any Rule.Type, at use: APIUse, _ message: LocalizedText, severity: Severity? = nil,
    confidence: Confidence? = nil, related: [FindingStep] = []
  ) {
    findings.append(
      Finding(
        rule: rule.metadata.id, severity: severity ?? rule.metadata.severity,
        confidence: confidence ?? rule.metadata.confidence, file: use.file, region: use.region,
        message: message,
        snippet: use.snippet, context: use.context, related: related))
  }

  /// Records a piece of evidence on bytes of a file.
  package mutating func note(
    _ kind: Evidence.Kind, in text: TextSource, at range: Range<Int>, _ message: LocalizedText
  ) {
    evidence.append(
      Evidence(kind: kind, file: text.path, region: text.lines.region(of: range), message: message))
  }
}
