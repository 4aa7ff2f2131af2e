import OmamoriCore

/// Writes one sheet of paper for people who decide: the score, the bars, the checklist, the gravest findings with the
/// reason and the repair of each, and lines to sign.
package struct SummaryPageRenderer: ReportRenderer {
  /// How many rules the sheet names.
  static let ruleLimit = 5

  private let options: ReportOptions

  /// Makes a renderer.
  package init(_ options: ReportOptions) { self.options = options }

  /// The page, with a line feed at its end.
  package func render(_ report: AuditReport) -> String {
    let page = HTMLPage(report: report, options: options)
    let (words, score) = (page.words, AuditScore(of: report, options: options))
    let body: [HTMLNode] = [
      HTMLHeader(report: report, options: options, words: words).node,
      element(
        "main", [:],
        [
          HTMLScore(report: report, score: score, options: options, words: words, isBrief: true).node,
          HTMLChecklist(report: report, words: words, hasFindings: false).node, gravest(report, words),
          signature(words),
        ]),
    ]
    var text = "<!DOCTYPE html>\n"
    element(
      "html", ["lang": options.language.rawValue, "class": "sheet"],
      [page.head(usesScript: false), element("body", [:], body)]
    ).write(to: &text)
    return text + "\n"
  }

  /// The gravest rules, each once, with its first place, one line of reason and one of repair.
  private func gravest(_ report: AuditReport, _ words: HTMLWords) -> HTMLNode {
    let rules = Dictionary(report.rules.map { ($0.id, $0) }) { first, _ in first }
    let counted = options.findings(in: report).filter { $0.severity > .info }
    let groups = Dictionary(grouping: counted, by: \.rule).values.map { findings in
      findings.enumerated().sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }
        .map(\.element)
    }
    .sorted { left, right in
      (right[0].severity, right.count, left[0].rule) < (left[0].severity, left.count, right[0].rule)
    }
    let left = groups.dropFirst(Self.ruleLimit)
    let rows = groups.prefix(Self.ruleLimit).map { row($0, rules[$0[0].rule], words) }
    let number = left.reduce(0) { $0 + $1.count }
    let note =
      left.isEmpty
      ? nil
      : words.say(
        "and \(Phrases.count(number, "finding")) of \(Phrases.count(left.count, "other rule"))",
        "ほか \(left.count) ルールの検出 \(number) 件")
    let list: HTMLNode =
      rows.isEmpty
      ? element("p", [:], [.text(words.say("Nothing was found.", "検出された問題はありません。"))])
      : element("ul", of: "gravest", rows)
    return words.section("gravest", words.say("Gravest findings", "最も深刻な検出結果"), note, [list])
  }

  private func row(_ findings: [Finding], _ rule: RuleMetadata?, _ words: HTMLWords) -> HTMLNode {
    let (first, others) = (findings[0], findings.count - 1)
    var place = "\(first.file):\(first.region.startLine)"
    if others > 0 { place += words.say(" and \(others) more", "、ほか \(others) 件") }
    var children = [
      words.pill(first.severity),
      element("b", [:], [.text(rule?.title[words.language] ?? first.rule.rawValue)]),
      element("span", of: "place", [.text(place)]),
    ]
    if let rule {
      let lines = [(words.say("Why", "理由"), rule.why), (words.say("Repair", "修正"), rule.fix.text)]
      children += lines.map { name, text in
        element(
          "p", [:],
          [element("span", of: "quiet", [.text("\(name)  ")])]
            + HTMLWords.prose(Phrases.firstSentence(of: text[words.language])))
      }
    }
    return element("li", [:], children)
  }

  /// Lines for whoever decides.
  private func signature(_ words: HTMLWords) -> HTMLNode {
    let names = [
      words.say("Decision", "判定"), words.say("Name", "氏名"), words.say("Date", "日付"),
      words.say("Signature", "署名"),
    ]
    return element("ul", of: "signature", names.map { element("li", [:], [.text($0)]) })
  }
}
