import OmamoriCore

/// The fifteen questions with their answers.
struct HTMLChecklist {
  let report: AuditReport
  let words: HTMLWords

  var node: HTMLNode {
    let checklist = Checklist(of: report)
    let tally = ChecklistItem.Answer.allCases.compactMap { answer in
      let count = checklist.count(answer)
      return count > 0 ? "\(answer.title[words.language]) \(count)" : nil
    }
    return words.section(
      "checklist", words.say("Checklist", "チェックリスト"), tally.joined(separator: " · "),
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
