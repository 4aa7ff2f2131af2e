import OmamoriCore

/// The scores of an audit as JSON.
struct JSONScore {
  let score: AuditScore
  let language: Language

  var value: JSONValue {
    var object: JSONObject = [
      "checklist": .optional(score.checklist.value), "overall": .optional(score.overall.value),
    ]
    if score.checklist.value == nil || score.overall.value == nil {
      object["reason"] = .string(Self.nothingExamined[language])
    }
    object["strictCoverage"] = .bool(score.checklist.isStrict)
    object["withoutSuppressions"] = [
      "checklist": .optional(score.checklistWithoutSuppressions.value),
      "overall": .optional(score.overallWithoutSuppressions.value),
    ]
    object["categories"] = .array(score.overall.categories.map(category))
    object["deductions"] = .array(
      score.checklist.deductions.map { Self.deduction("checklist", $0, language) }
        + score.overall.deductions.map { Self.deduction("overall", $0, language) })
    return .object(object)
  }

  var areas: JSONValue { Self.areas(score.checklist, language) }

  /// What is known of each area.
  static func areas(_ score: ChecklistScore, _ language: Language) -> JSONValue {
    .array(
      score.answers.map { answer in
        [
          "area": .string(answer.area.rawValue), "title": .string(answer.area.title[language]),
          "examined": .bool(answer.isExamined), "state": .string(answer.state.rawValue),
          "reason": .string(answer.reason[language]),
        ]
      })
  }

  static func evidence(_ evidence: Evidence, _ language: Language) -> JSONValue {
    [
      "kind": .string(evidence.kind.rawValue), "file": .string(evidence.file),
      "line": .optional(evidence.region?.startLine), "message": .string(evidence.message[language]),
    ]
  }

  static let nothingExamined = LocalizedText(
    "There is no score because nothing that it rests on could be examined.",
    ja: "スコアの根拠となる対象を検査できなかったため、スコアはありません。")

  private func category(_ bar: CategoryBar) -> JSONValue {
    [
      "category": .string(bar.category.rawValue), "title": .string(bar.category.title[language]),
      "examined": .bool(bar.isExamined), "score": .integer(bar.value),
      "thousandths": .integer(bar.thousandths),
      "deductions": .array(bar.deductions.map { Self.deduction("category", $0, language) }),
    ]
  }

  /// Points that a score lost.
  static func deduction(_ name: String, _ deduction: Deduction, _ language: Language) -> JSONValue {
    [
      "score": .string(name), "subject": .string(subject(deduction.subject)),
      "thousandths": .integer(deduction.thousandths), "reason": .string(deduction.reason[language]),
      "findings": .strings(deduction.findings.map(\.fingerprint.description)),
      "evidence": .array(deduction.evidence.map { evidence($0, language) }),
    ]
  }

  private static func subject(_ subject: Deduction.Subject) -> String {
    switch subject {
    case .area(let area): area.rawValue
    case .category(let category): category.rawValue
    case .worstCategory(let category): "worst:\(category.rawValue)"
    }
  }
}
