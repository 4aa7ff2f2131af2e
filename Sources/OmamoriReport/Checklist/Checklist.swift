public import OmamoriCore

/// The security checklist of an app, each question answered from findings and evidence, never by a constant.
package struct Checklist: Sendable, Hashable {
  /// The questions with their answers, always all of them and in the same order.
  package let items: [ChecklistItem]

  /// Answers every question from `report`; suppressed findings do not count.
  package init(of report: AuditReport) {
    let judge = QuestionJudge(report: report)
    items = ChecklistQuestion.all.map(judge.item)
  }
}

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
    case .pass: LocalizedText("passed", ja: "適合")
    case .fail: LocalizedText("failed", ja: "不適合")
    case .attention: LocalizedText("to review", ja: "要確認")
    case .unknown: LocalizedText("not examined", ja: "未検査")
    case .notApplicable: LocalizedText("not applicable", ja: "対象外")
    }
  }
}

extension Checklist {
  /// How many questions have each answer, in words: `13 failed, 2 to review`.
  static func tally(of items: [ChecklistItem], in language: Language) -> String {
    let parts = ChecklistItem.Answer.allCases.compactMap { answer -> String? in
      let (count, title) = (items.count { $0.answer == answer }, answer.title)
      return count > 0
        ? LocalizedText("\(count) \(title.english)", ja: "\(title.japanese) \(count)")[language] : nil
    }
    return parts.joined(separator: language == .ja ? "、" : ", ")
  }
}

/// Answers the questions of the checklist from what an audit found and saw.
struct QuestionJudge {
  let report: AuditReport

  /// The answer to `question`: what speaks against a yes, whether it can be known, and what speaks for it, in this order.
  func item(_ question: ChecklistQuestion) -> ChecklistItem {
    guard report.concerns(question.rules) else {
      return answer(question, .notApplicable, report.outsideProfiles)
    }
    if let item = accusation(question) { return item }
    let isExamined =
      !question.inputs.isDisjoint(with: report.inputs)
      && report.rules.contains { question.rules.contains($0.id) }
    guard isExamined else {
      let reason = Coverage(report).missing(inputs: question.inputs, rules: question.rules)
      return answer(question, .unknown, reason)
    }
    return exemption(question) ?? confirmation(question)
  }

  /// `fail` or `attention` because of what was found.
  private func accusation(_ question: ChecklistQuestion) -> ChecklistItem? {
    let active = report.activeFindings
    let grave = question.rules.counted(in: active, from: .medium)
    let faults = seen(question.faults)
    if !grave.isEmpty || !faults.isEmpty {
      let reason =
        grave.isEmpty
        ? faults[0].message
        : Phrases.finding(
          LocalizedText(
            "Failed by \(Phrases.count(grave.count, "finding"))", ja: "\(grave.count) 件の検出により不適合"),
          citing: grave)
      return answer(question, .fail, reason, findings: grave, evidence: faults)
    }
    let slight = question.rules.counted(in: active, from: .low, confidence: .low)
    guard !slight.isEmpty else { return nil }
    let text = LocalizedText(
      "Review: \(Phrases.count(slight.count, "finding")) of low severity or confidence",
      ja: "要確認: 深刻度または確度が低い検出 \(slight.count) 件")
    return answer(question, .attention, Phrases.finding(text, citing: slight), findings: slight)
  }

  /// `notApplicable` because the question does not arise.
  private func exemption(_ question: ChecklistQuestion) -> ChecklistItem? {
    if question.isForApps && !report.target.isApp {
      let reason = LocalizedText(
        "No app was recognised in what was audited.", ja: "検査対象はアプリとして認識されませんでした。")
      return answer(question, .notApplicable, reason)
    }
    guard !question.occasions.isEmpty, seen(question.occasions).isEmpty else { return nil }
    let names = question.occasions.map(\.title).sorted { $0.english < $1.english }
    let (english, japanese) = (names.map(\.english), names.map(\.japanese))
    let files = report.files.scanned
    let reason = LocalizedText(
      "\(Phrases.count(files, "file")) examined; not seen: \(english.joined(separator: ", ")).",
      ja: "\(files) 個のファイルを検査し、該当する処理（\(japanese.joined(separator: "、"))）は見当たりません。")
    return answer(question, .notApplicable, reason)
  }

  /// `pass`, or what the absence of every protection means.
  private func confirmation(_ question: ChecklistQuestion) -> ChecklistItem {
    let protections = seen(question.protections)
    if let first = protections.first {
      return answer(question, .pass, first.message, evidence: protections)
    }
    switch question.absence {
    case .acceptable: return answer(question, .pass, Coverage(report).nothingFound(question.rules))
    case .attention(let reason): return answer(question, .attention, reason)
    case .failure(let reason):
      return answer(question, .fail, reason, evidence: seen(question.occasions))
    }
  }

  private func seen(_ kinds: Set<Evidence.Kind>) -> [Evidence] {
    report.evidence.filter { kinds.contains($0.kind) }
  }

  private func answer(
    _ question: ChecklistQuestion, _ answer: ChecklistItem.Answer, _ reason: LocalizedText,
    findings: [Finding] = [], evidence: [Evidence] = []
  ) -> ChecklistItem {
    ChecklistItem(
      id: question.id, question: question.question, answer: answer, reason: reason, findings: findings,
      evidence: evidence)
  }
}
