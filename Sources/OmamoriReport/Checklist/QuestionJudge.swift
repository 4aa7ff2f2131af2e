import OmamoriCore

/// Answers the questions of the checklist from what an audit found and saw.
struct QuestionJudge {
  let report: AuditReport

  /// The answer to `question`: first what speaks against a yes, then whether it can be known, then what speaks for it.
  func item(_ question: ChecklistQuestion) -> ChecklistItem {
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
        : Phrases.reason(LocalizedText("Speaks against it", ja: "問題あり"), citing: grave)
      return answer(question, .fail, reason, findings: grave, evidence: faults)
    }
    let slight = question.rules.counted(in: active, from: .low, confidence: .low)
    guard !slight.isEmpty else { return nil }
    let text = LocalizedText("Slight or doubtful", ja: "軽微または要確認")
    return answer(question, .attention, Phrases.reason(text, citing: slight), findings: slight)
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
      ja: "\(files) 個のファイルを検査し、該当する処理(\(japanese.joined(separator: "、")))は見当たりません。")
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
