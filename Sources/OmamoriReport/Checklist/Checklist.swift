/// The security checklist of an app, each question answered from findings and evidence, never by a constant.
package struct Checklist: Sendable, Hashable {
  /// The questions with their answers, always all of them and in the same order.
  package let items: [ChecklistItem]

  /// Answers every question from `report`; suppressed findings do not count.
  package init(of report: AuditReport) {
    let judge = QuestionJudge(report: report)
    items = ChecklistQuestion.all.map(judge.item)
  }

  /// The number of questions with `answer`.
  package func count(_ answer: ChecklistItem.Answer) -> Int { items.count { $0.answer == answer } }
}
