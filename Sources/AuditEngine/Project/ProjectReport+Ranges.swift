package import OmamoriCore
package import OmamoriReport

extension ProjectReport {
  /// Records a finding of `rule` on bytes of a file; severity and confidence are the rule's unless given.
  package mutating func add(
    _ rule: any Rule.Type, in text: TextSource, at range: Range<Int>, _ message: LocalizedText,
    severity: Severity? = nil, confidence: Confidence? = nil, related: [FindingStep] = []
  ) {
    add(
      rule, in: text, at: text.lines.region(of: range), message, severity: severity, confidence: confidence,
      related: related)
  }

  /// Records a finding of `rule` where something is used in the sources.
  package mutating func add(
    _ rule: any Rule.Type, at use: APIUse, _ message: LocalizedText, severity: Severity? = nil,
    confidence: Confidence? = nil, related: [FindingStep] = []
  ) {
    add(
      rule, file: use.file, context: use.context, region: use.region, snippet: use.snippet, message,
      severity: severity, confidence: confidence, related: related)
  }
}
