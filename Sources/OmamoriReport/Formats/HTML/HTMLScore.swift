import OmamoriCore

/// The score, what lowers it and the bars of the categories.
struct HTMLScore {
  let report: AuditReport
  let score: AuditScore
  let options: ReportOptions
  let words: HTMLWords
  /// Whether only the heaviest rules are shown.
  var isBrief = false

  var node: HTMLNode {
    words.section(
      "score", words.say("Score", "スコア"), nil,
      [
        element(
          "div", of: "rings",
          [
            ring,
            tally,
          ]),
        element("div", of: "columns", [weights, bars]),
      ])
  }

  /// A ring that is closed as far as the score goes.
  private var ring: HTMLNode {
    let (name, value) = (words.say("Score", "スコア"), score.value)
    let notes = ScoreWords(score: score, language: words.language).notes
    let circumference = 327
    let filled = circumference * (value ?? 0) / 100
    let label = value.map { "\(name): \($0) / 100" } ?? "\(name): " + words.say("no score", "スコアなし")
    let lines =
      [element("span", of: "ring-name", [.text(name)])]
      + notes.map { element("span", of: "quiet", [.text($0)]) }
    return element(
      "div", of: "ring \(Self.grade(value))",
      [
        element(
          "svg", ["viewBox": "0 0 120 120", "role": "img", "aria-label": label],
          [
            element("circle", ["class": "track", "cx": "60", "cy": "60", "r": "52"]),
            filled == 0
              ? .group([])
              : element(
                "circle",
                [
                  "class": "value", "cx": "60", "cy": "60", "r": "52",
                  "stroke-dasharray": "\(filled) \(circumference)", "transform": "rotate(-90 60 60)",
                ]),
            element("text", ["x": "60", "y": "70"], [.text(value.map(String.init) ?? "–")]),
          ]),
        element("div", of: "ring-words", lines),
      ])
  }

  /// How many findings are shown, by severity, and how many are not.
  private var tally: HTMLNode {
    let counts = FindingCounts(report, options)
    let tiles = element(
      "ul", ["class": "tally", "aria-label": words.say("Findings by severity", "深刻度別の検出数")],
      Severity.allCases.reversed().map { severity in
        let count = counts.shown[severity] ?? 0
        return element(
          "li", of: "\(severity.rawValue)\(count == 0 ? " zero" : "")",
          [
            element("b", [:], [.text(String(count))]),
            element("span", [:], [.text(severity.title[words.language])]),
          ])
      })
    let hidden = counts.hidden(in: words.language).map { element("p", of: "note", [.text($0)]) }
    return element("div", of: "tallies", [tiles] + (hidden.map { [$0] } ?? []))
  }

  /// The rules that lower the score, heaviest first.
  private var weights: HTMLNode {
    let titles = Dictionary(report.rules.map { ($0.id, $0.title) }) { first, _ in first }
    let shown = score.weights.prefix(isBrief ? 5 : 10)
    let rows = shown.map { weight in
      let counts = FindingCounts(weight.findings, options)
      let hidden = counts.hidden(in: words.language).map { " \($0)" } ?? ""
      return row(
        weight.thousandths < 1000 ? "<1" : String((weight.thousandths + 500) / 1000),
        titles[weight.rule] ?? LocalizedText(stringLiteral: weight.rule.rawValue),
        "\(weight.rule): \(words.findings(counts.total))\(hidden)")
    }
    let left = score.weights.count - shown.count
    let more =
      left > 0 ? [element("p", of: "note", [.text(words.say("and \(left) more", "ほか \(left) 件"))])] : []
    let nothing = words.say("Nothing lowers the score.", "減点はありません。")
    return element(
      "div", of: "card",
      [
        element("h3", [:], [.text(words.say("What lowers the score, by weight", "減点要因（重みの順）"))]),
        rows.isEmpty ? element("p", [:], [.text(nothing)]) : element("ul", of: "areas", rows),
      ] + more)
  }

  private func row(_ mark: String, _ title: LocalizedText, _ reason: String) -> HTMLNode {
    element(
      "li", of: "area failed",
      [
        element("span", of: "points", [.text(mark)]),
        element(
          "div", [:],
          [
            element("b", [:], [.text(title[words.language])]),
            element("p", [:], [.text(reason)]),
          ]),
      ])
  }

  /// The ten categories of 2024.
  private var bars: HTMLNode {
    element(
      "div", of: "card",
      [
        element("h3", [:], [.text("OWASP Mobile Top 10 (2024)")]),
        element("ol", of: "bars", score.categories.map(bar)),
      ])
  }

  private func bar(_ bar: CategoryScore) -> HTMLNode {
    let value = bar.value.map(String.init) ?? words.say("not examined", "未検査")
    let reasons = bar.weights.map { "\($0.rule) (\($0.findings.count))" }
    return element(
      "li", ["class": Self.grade(bar.value), "title": reasons.joined(separator: ", ")],
      [
        element("span", of: "code", [.text(bar.category.rawValue)]),
        element("span", of: "name", [.text(bar.category.title[words.language])]),
        element("span", of: "number", [.text(value)]),
        element(
          "svg", ["viewBox": "0 0 100 4", "preserveAspectRatio": "none", "aria-hidden": "true"],
          [
            element("rect", ["class": "track", "width": "100", "height": "4"]),
            element(
              "rect", ["class": "value", "width": String(bar.value ?? 0), "height": "4"]),
          ]),
      ])
  }

  private static func grade(_ value: Int?) -> String {
    value.map { $0 >= 80 ? "good" : $0 >= 50 ? "fair" : "poor" } ?? "unknown"
  }
}
