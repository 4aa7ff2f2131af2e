package import OmamoriCore

/// A weakness at a place, with the evidence that was seen there.
///
/// What is the same for every finding of a rule (title, fix, mappings) is in the rule's ``RuleMetadata``.
package struct Finding: Sendable, Hashable {
  /// The rule that speaks.
  package let rule: RuleID
  /// How much harm it does here; a rule may rate a case differently from its default.
  public package(set) var severity: Severity
  /// How sure the rule is here.
  public package(set) var confidence: Confidence
  /// The file, relative to the audited path, with `/` between its parts.
  package let file: String
  /// The smallest part of the file that a reader would edit.
  package let region: SourceRegion
  /// The evidence, such as which variable, which value, which call; secrets are masked.
  public package(set) var message: LocalizedText
  /// The first line of the region as it stands in the file, trimmed, with secrets masked.
  public package(set) var snippet: String
  /// The lines around the region, with secrets masked, or `nil` where they were not kept.
  ///
  /// Two findings that differ in nothing else are one to ``AuditReport``.
  public package(set) var excerpt: SourceExcerpt?
  /// What the file is for.
  package let context: FileContext
  /// The way of the value from its source to here; empty for rules without data flow.
  package let flow: [FindingStep]
  /// Other places that explain the finding.
  package let related: [FindingStep]
  /// Why the finding is not counted, if it is not.
  public package(set) var suppression: Suppression?
  /// Which of several findings with the same rule, file and line text this is, from 0.
  ///
  /// Set by ``AuditReport``: it keeps fingerprints apart without tying them to line numbers.
  package internal(set) var occurrence: Int

  /// Makes a finding.
  package init(
    rule: RuleID, severity: Severity, confidence: Confidence, file: String, region: SourceRegion,
    message: LocalizedText, snippet: String, context: FileContext = .app, flow: [FindingStep] = [],
    related: [FindingStep] = [], suppression: Suppression? = nil, excerpt: SourceExcerpt? = nil
  ) {
    (self.rule, self.severity, self.confidence) = (rule, severity, confidence)
    (self.file, self.region, self.message, self.snippet) = (file, region, message, snippet)
    (self.context, self.flow, self.related) = (context, flow, related)
    (self.suppression, self.excerpt, self.occurrence) = (suppression, excerpt, 0)
  }
}
