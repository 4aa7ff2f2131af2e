import OmamoriCore

/// The fifteen questions with their answers.
struct HTMLChecklist {
  let report: AuditReport
  let words: HTMLWords

  var node: HTMLNode {
    let checklist = Checklist(of: report)
    return words.section(
      "checklist", words.say("Checklist", "チェックリスト"),
      Checklist.tally(of: checklist.items, in: words.language),
      [element("ul", of: "questions", checklist.items.map(item))])
  }

  private func item(_ item: ChecklistItem) -> HTMLNode {
    element(
      "li", of: item.answer.rawValue,
      [
        element(
          "span", ["class": "mark", "role": "img", "aria-label": item.answer.title[words.language]],
          [.text(Self.mark(item.answer))]),
        element(
          "div", [:],
          [
            element("b", [:], [.text(item.question[words.language])]),
            element("p", [:], HTMLWords.prose(item.reason[words.language])),
          ]),
      ])
  }

  private static func mark(_ answer: ChecklistItem.Answer) -> String {
    switch answer {
    case .pass: "✓"
    case .fail: "✕"
    case .attention: "!"
    case .unknown: "?"
    case .notApplicable: "–"
    }
  }
}
