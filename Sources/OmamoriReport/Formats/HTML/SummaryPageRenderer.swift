import OmamoriCore

/// Writes one sheet of paper for people who decide: the score, the bars, the checklist and the gravest findings.
package struct SummaryPageRenderer: ReportRenderer {
  /// How many findings the sheet names.
  static let findingLimit = 7

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
          HTMLScore(report: report, score: score, words: words, isBrief: true).node,
          HTMLChecklist(report: report, words: words).node, gravest(report, words),
        ]),
    ]
    var text = "<!DOCTYPE html>\n"
    element(
      "html", ["lang": options.language.rawValue, "class": "sheet"],
      [page.head(usesScript: false), element("body", [:], body)]
    ).write(to: &text)
    return text + "\n"
  }

  private func gravest(_ report: AuditReport, _ words: HTMLWords) -> HTMLNode {
    let titles = Dictionary(report.rules.map { ($0.id, $0.title) }) { first, _ in first }
    let counted = report.activeFindings.filter {
      options.shows($0) && $0.severity > .info
    }
    let shown = Severity.allCases.reversed().flatMap { severity in counted.filter { $0.severity == severity }
    }
    .prefix(Self.findingLimit)
    let left = counted.count - shown.count
    let rows = shown.map { finding in
      element(
        "li", [:],
        [
          words.pill(finding.severity),
          element("b", [:], [.text(titles[finding.rule]?[words.language] ?? finding.rule.rawValue)]),
          element("span", of: "place", [.text("\(finding.file):\(finding.region.startLine)")]),
        ])
    }
    let note = left > 0 ? words.say("and \(left) more", "ほか \(left) 件") : nil
    let list: HTMLNode =
      rows.isEmpty
      ? element("p", [:], [.text(words.say("Nothing was found.", "検出された問題はありません。"))])
      : element("ul", of: "gravest", rows)
    return words.section("gravest", words.say("Gravest findings", "最も深刻な検出結果"), note, [list])
  }
}
