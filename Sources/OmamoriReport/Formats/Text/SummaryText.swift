import OmamoriCore

/// The summary of an audit for people who read it in a terminal.
struct SummaryText {
  private static let barColumns = 20

  let report: AuditReport
  private let options: ReportOptions
  private let palette: Palette
  private let score: AuditScore
  private let width: Int

  init(report: AuditReport, options: ReportOptions) {
    (self.report, self.options) = (report, options)
    palette = Palette(isOn: options.usesColour)
    score = AuditScore(of: report, strictCoverage: options.strictCoverage)
    width = max(40, options.width)
  }

  var text: String {
    let blocks = [title, checklistScore, overallScore, checklist, counts].filter { !$0.isEmpty }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  // MARK: - Blocks

  private var title: [String] {
    let target = report.target
    var name = TerminalText.visible(target.bundleIdentifier ?? target.path)
    if let version = target.version { name += " \(TerminalText.visible(version))" }
    return [palette(.bold, "Omamori \(options.tool.version)") + "  \(name)  (\(target.kind.title[language]))"]
  }

  private var checklistScore: [String] {
    let checklist = score.checklist
    let (examined, areas) = (checklist.examinedCount, checklist.answers.count)
    let coverage = say("\(examined) of \(areas) areas examined", "\(areas) 項目中 \(examined) 項目を検査")
    let head = headline(
      say("Checklist score", "チェックリストスコア"), checklist.value, coverage,
      score.checklistWithoutSuppressions.value)
    return head + checklist.answers.flatMap(area)
  }

  private func area(_ answer: ChecklistAnswer) -> [String] {
    let own = checklistDeductions(of: answer.area)
    guard !own.isEmpty else {
      let mark = answer.state == .unknown ? "?" : answer.state == .passed ? "0" : "-"
      return entry(mark, answer.area.title, answer.reason[language], style: .dim)
    }
    return own.flatMap { deduction in
      entry(
        "-\(Points.text(deduction.thousandths))", answer.area.title, deduction.reason[language], style: .red)
    }
  }

  private func checklistDeductions(of area: ChecklistArea) -> [Deduction] {
    score.checklist.deductions.filter { $0.subject == .area(area) }
  }

  private func entry(
    _ mark: String, _ title: LocalizedText, _ reason: String, style: Palette.Style
  ) -> [String] {
    let name = DisplayWidth.padded(title[language], to: 32)
    let lead = String(repeating: " ", count: max(0, 6 - mark.count)) + palette(style, mark) + "  " + name
    return hanging(lead, columns: 40, TerminalText.visible(reason))
  }

  private var overallScore: [String] {
    let overall = score.overall
    let examined = overall.categories.count { $0.isExamined }
    let coverage = say(
      "mean of \(examined) examined categories of OWASP Mobile Top 10 (2024)",
      "OWASP Mobile Top 10 (2024) の検査済み \(examined) 分類の平均")
    let head = headline(
      say("Overall score", "総合スコア"), overall.value, coverage, score.overallWithoutSuppressions.value)
    let cap = overall.deductions.compactMap { deduction -> String? in
      guard case .worstCategory = deduction.subject else { return nil }
      return "      " + palette(.red, "-\(Points.text(deduction.thousandths))") + "  "
        + deduction.reason[language]
    }
    return head + overall.categories.map(bar) + cap
  }

  private func bar(_ bar: CategoryBar) -> String {
    let name = DisplayWidth.padded(bar.category.rawValue, to: 3)
    guard bar.isExamined || bar.thousandths < 100_000 else {
      let rest = DisplayWidth.padded(say("not examined", "未検査"), to: Self.barColumns)
      return palette(.dim, "  \(name)     -  \(rest)  \(bar.category.title[language])")
    }
    let filled = bar.thousandths * Self.barColumns / 100_000
    let blocks =
      palette(palette.style(ofScore: bar.value), String(repeating: "█", count: filled))
      + palette(.dim, String(repeating: "░", count: Self.barColumns - filled))
    let value = String(repeating: " ", count: 6 - String(bar.value).count) + String(bar.value)
    return "  \(name)\(value)  \(blocks)  \(bar.category.title[language])"
  }

  private var checklist: [String] {
    let checklist = Checklist(of: report)
    let tally = ChecklistItem.Answer.allCases.filter { checklist.count($0) > 0 }.map { answer in
      "\(answer.title[language]) \(checklist.count(answer))"
    }
    let head = palette(.bold, say("Checklist", "チェックリスト")) + "  " + tally.joined(separator: ", ")
    return [head]
      + checklist.items.flatMap { item in
        let mark = palette(palette.style(of: item.answer), Self.mark(item.answer))
        let reason = TerminalText.visible(item.reason[language])
        return hanging("  \(mark) ", columns: 4, item.question[language])
          + LineWrapping.lines(reason, width: width - 6).map { "      " + palette(.dim, $0) }
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

  private var counts: [String] {
    let tally = FindingTally(report: report, options: options)
    func line(_ name: String, _ text: String) -> [String] {
      hanging(palette(.bold, name) + "  ", columns: DisplayWidth.columns(name) + 2, text)
    }
    return line(say("Findings", "検出結果"), tally.findings) + line(say("Files", "ファイル"), tally.files)
      + tally.notes.flatMap { hanging("  ", columns: 2, TerminalText.visible($0)) }
  }

  // MARK: - Pieces

  private var language: Language { options.language }

  private func say(_ english: String, _ japanese: String) -> String {
    LocalizedText(english, ja: japanese)[language]
  }

  /// A score with what it rests on, each on the same line as long as there is room.
  private func headline(
    _ name: String, _ value: Int?, _ coverage: String, _ unsuppressed: Int?
  ) -> [String] {
    let number = value.map { "\($0) / 100" } ?? say("none", "なし")
    let coloured = value.map { palette(palette.style(ofScore: $0), "\($0)") + " / 100" } ?? number
    var lines = [palette(.bold, name) + "  " + coloured]
    var columns = DisplayWidth.columns(name + "  " + number)
    func add(_ text: String, _ shown: String) {
      let wide = DisplayWidth.columns(text) + 2
      if columns + wide <= width {
        lines[lines.count - 1] += "  " + shown
        columns += wide
      } else {
        lines.append("  " + shown)
        columns = wide
      }
    }
    add(coverage, palette(.dim, coverage))
    if let unsuppressed, unsuppressed != value {
      let text = say("(\(unsuppressed) without suppressions)", "(抑制なしでは \(unsuppressed))")
      add(text, text)
    }
    return lines
  }

  /// `text` behind `lead`, wrapped and indented to where it began.
  private func hanging(_ lead: String, columns: Int, _ text: String) -> [String] {
    let lines = LineWrapping.lines(text, width: max(20, width - columns))
    let indentation = String(repeating: " ", count: columns)
    return lines.enumerated().map { ($0.offset == 0 ? lead : indentation) + $0.element }
  }
}
