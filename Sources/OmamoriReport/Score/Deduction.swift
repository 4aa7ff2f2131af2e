public import OmamoriCore

/// Points that a score lost, with the reason and what the reason rests on.
///
/// The deductions of a score add up to exactly what is missing from 100, in thousandths of a point.
public struct Deduction: Sendable, Hashable {
  /// What lost the points.
  public enum Subject: Sendable, Hashable {
    /// An area of the checklist.
    case area(ChecklistArea)
    /// A category of the 2024 list.
    case category(OWASPMobile2024)
    /// The rule that no app scores far above its worst category.
    case worstCategory(OWASPMobile2024)
  }

  /// What lost the points.
  public let subject: Subject
  /// How much, in thousandths of a point; never negative.
  public let thousandths: Int
  /// Why.
  public let reason: LocalizedText
  /// The findings the reason rests on, in the order of the report.
  package let findings: [Finding]
  /// What else was seen that the reason rests on.
  package let evidence: [Evidence]

  /// Makes a deduction.
  package init(
    subject: Subject, thousandths: Int, reason: LocalizedText, findings: [Finding] = [],
    evidence: [Evidence] = []
  ) {
    (self.subject, self.thousandths, self.reason) = (subject, max(0, thousandths), reason)
    (self.findings, self.evidence) = (findings, evidence)
  }
}
