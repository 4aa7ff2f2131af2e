import OmamoriCore

/// The fifteen questions with their answers.
struct HTMLChecklist {
  let report: AuditReport
  let words: HTMLWords
  /// Whether the findings are on the page, so that the rules of an answer can lead to them.
  var hasFindings = true

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
            element("p", [:], reason(of: item)),
          ]),
      ])
  }

  /// The reason, in which the name of each rule leads to its first finding.
  private func reason(of item: ChecklistItem) -> [HTMLNode] {
    var places: [String: Fingerprint] = [:]
    for finding in item.findings where hasFindings && places[finding.rule.rawValue] == nil {
      places[finding.rule.rawValue] = finding.fingerprint
    }
    var nodes: [HTMLNode] = []
    var (text, rest) = ("", item.reason[words.language][...])
    while !rest.isEmpty {
      let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      if let place = places[String(word)] {
        let link = element("a", ["href": "#f-\(place)"], [.text(String(word))])
        nodes += HTMLWords.prose(text) + [link]
        text = ""
      } else {
        text += word.isEmpty ? rest.prefix(1) : word
      }
      rest = rest.dropFirst(max(1, word.count))
    }
    return nodes + HTMLWords.prose(text)
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
