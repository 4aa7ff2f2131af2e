import OmamoriCore

/// The parts of a summary that every checklist has, of an audit and at run time: the score explained, and the questions.
struct ChecklistText {
  let palette: Palette
  let language: Language
  let width: Int

  init(_ options: ReportOptions) {
    palette = Palette(isOn: options.usesColour)
    (language, width) = (options.language, max(40, options.width))
  }

  /// The score with its seven areas.
  func score(_ checklist: ChecklistScore) -> [String] {
    let (examined, areas) = (checklist.examinedCount, checklist.answers.count)
    let coverage = say("\(examined) of \(areas) areas examined", "\(areas) 項目中 \(examined) 項目を検査")
    return headline(say("Checklist score", "チェックリストスコア"), checklist.value, [coverage])
      + checklist.answers.flatMap { area($0, checklist) }
  }

  private func area(_ answer: ChecklistAnswer, _ checklist: ChecklistScore) -> [String] {
    let own = checklist.deductions.filter { $0.area == answer.area }
    guard !own.isEmpty else {
      let mark = answer.state == .unknown ? "?" : answer.state == .passed ? "✓" : "-"
      return entry(mark, answer.area.title, answer.reason[language], style: .dim)
    }
    return own.flatMap { deduction in
      entry(
        "-\(Points.text(deduction.thousandths))", answer.area.title, deduction.reason[language], style: .red)
    }
  }

  private func entry(
    _ mark: String, _ title: LocalizedText, _ reason: String, style: Palette.Style
  ) -> [String] {
    let name = DisplayWidth.padded(title[language], to: 32)
    let lead = String(repeating: " ", count: max(0, 6 - mark.count)) + palette(style, mark) + "  " + name
    return hanging(lead, columns: 40, TerminalText.visible(reason))
  }

  /// The questions with their answers.
  ///
  /// - Parameters:
  ///   - items: The questions.
  ///   - details: Lines behind the reason of an item, by its place.
  /// - Returns: The lines.
  func questions(_ items: [ChecklistItem], details: (Int) -> [String] = { _ in [] }) -> [String] {
    let tally = Checklist.tally(of: items, in: language)
    let head = palette(.bold, say("Checklist", "チェックリスト")) + "  " + tally
    return [head]
      + items.enumerated().flatMap { place, item in
        let mark = palette(palette.style(of: item.answer), Self.mark(item.answer))
        let reasons = [item.reason[language]] + details(place)
        return hanging("  \(mark) ", columns: 4, TerminalText.visible(item.question[language]))
          + reasons.flatMap { LineWrapping.lines(TerminalText.visible($0), width: width - 6) }
          .map { "      " + palette(.dim, $0) }
      }
  }

  private static func mark(_ answer: ChecklistItem.Answer) -> String {
    switch answer {
    case .pass: "✓"
    case .fail: "✗"
    case .attention: "!"
    case .unknown: "?"
    case .notApplicable: "-"
    }
  }

  /// The text in the reader's language.
  func say(_ english: String, _ japanese: String) -> String {
    LocalizedText(english, ja: japanese)[language]
  }

  /// A score with what it rests on, each on the same line as long as there is room.
  func headline(_ name: String, _ value: Int?, _ notes: [String]) -> [String] {
    let number = value.map { "\($0) / 100" } ?? say("none", "なし")
    let coloured = value.map { palette(palette.style(ofScore: $0), "\($0)") + " / 100" } ?? number
    var lines = [palette(.bold, name) + "  " + coloured]
    var columns = DisplayWidth.columns(name + "  " + number)
    for note in notes {
      let wide = DisplayWidth.columns(note) + 2
      if columns + wide <= width {
        lines[lines.count - 1] += "  " + palette(.dim, note)
        columns += wide
      } else {
        lines += hanging("  ", columns: 2, note).map { palette(.dim, $0) }
        columns = wide
      }
    }
    return lines
  }

  /// `text` behind `lead`, wrapped and indented to where it began.
  func hanging(_ lead: String, columns: Int, _ text: String) -> [String] {
    let lines = LineWrapping.lines(text, width: max(20, width - columns))
    let indentation = String(repeating: " ", count: columns)
    return lines.enumerated().map { ($0.offset == 0 ? lead : indentation) + $0.element }
  }
}
