public import OmamoriCore

/// One question of the security checklist, answered from what an audit found and saw.
public struct ChecklistItem: Sendable, Hashable {
  /// How a question is answered.
  public enum Answer: String, CaseIterable, Sendable, Hashable, Codable {
    /// Examined, and nothing speaks against it; the reason names what was examined.
    case pass
    /// Something medium or worse speaks against it.
    case fail
    /// Somebody should look: something slight or doubtful was found, or a protection was not seen.
    case attention
    /// The material for an answer was not there.
    case unknown
    /// The question does not concern what was audited.
    case notApplicable
  }

  /// The name of the question, stable for ever: `ats`, `pinning`, `backup-exclusion`.
  public let id: String
  /// The question.
  public let question: LocalizedText
  /// The answer.
  public let answer: Answer
  /// Why this is the answer.
  public let reason: LocalizedText
  /// The findings the answer rests on, in the order of the report.
  package let findings: [Finding]
  /// What else was seen that the answer rests on.
  package let evidence: [Evidence]

  /// Makes an item.
  package init(
    id: String, question: LocalizedText, answer: Answer, reason: LocalizedText, findings: [Finding] = [],
    evidence: [Evidence] = []
  ) {
    (self.id, self.question, self.answer, self.reason) = (id, question, answer, reason)
    (self.findings, self.evidence) = (findings, evidence)
  }
}

extension ChecklistItem.Answer {
  /// The answer in a word.
  public var title: LocalizedText {
    switch self {
    case .pass: LocalizedText("yes", ja: "適合")
    case .fail: LocalizedText("no", ja: "不適合")
    case .attention: LocalizedText("look", ja: "要確認")
    case .unknown: LocalizedText("unknown", ja: "不明")
    case .notApplicable: LocalizedText("not applicable", ja: "対象外")
    }
  }
}
