import OmamoriCore

/// The scores, what they cost and the bars of the categories.
struct HTMLScore {
  let report: AuditReport
  let score: AuditScore
  let words: HTMLWords
  /// Whether each area has a single line.
  var isBrief = false

  var node: HTMLNode {
    words.section(
      "score", words.say("Score", "スコア"), nil,
      [
        element(
          "div", of: "rings",
          [
            ring(
              words.say("Checklist", "チェックリスト"), score.checklist.value,
              score.checklistWithoutSuppressions.value,
              words.say(
                "\(score.checklist.examinedCount) of \(score.checklist.answers.count) areas examined",
                "\(score.checklist.answers.count) 項目中 \(score.checklist.examinedCount) 項目を検査")),
            ring(
              words.say("Overall", "総合"), score.overall.value, score.overallWithoutSuppressions.value,
              words.say(
                "mean of \(examined) examined categories", "検査済み \(examined) 分類の平均")),
            tally,
          ]),
        element("div", of: "columns", [areas, bars]),
      ])
  }

  private var examined: Int { score.overall.categories.count { $0.isExamined } }

  /// A ring that is closed as far as the score goes.
  private func ring(_ name: String, _ value: Int?, _ unsuppressed: Int?, _ note: String) -> HTMLNode {
    let circumference = 327
    let filled = circumference * (value ?? 0) / 100
    let label = value.map { "\(name): \($0) / 100" } ?? "\(name): " + words.say("no score", "スコアなし")
    var lines: [HTMLNode] = [
      element("span", of: "ring-name", [.text(name)]), element("span", of: "quiet", [.text(note)]),
    ]
    if let unsuppressed, unsuppressed != value {
      lines.append(
        element(
          "span", of: "quiet",
          [.text(words.say("\(unsuppressed) without suppressions", "抑制なしでは \(unsuppressed)"))]))
    }
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

  /// How many findings count, by severity.
  private var tally: HTMLNode {
    element(
      "ul", ["class": "tally", "aria-label": words.say("Findings by severity", "深刻度別の検出数")],
      Severity.allCases.reversed().map { severity in
        let count = report.activeFindings.count { $0.severity == severity }
        return element(
          "li", of: "\(severity.rawValue)\(count == 0 ? " zero" : "")",
          [
            element("b", [:], [.text(String(count))]),
            element("span", [:], [.text(severity.title[words.language])]),
          ])
      })
  }

  /// The seven areas with what each of them cost.
  private var areas: HTMLNode {
    let rows = score.checklist.answers.flatMap { answer -> [HTMLNode] in
      let own = score.checklist.deductions.filter { $0.subject == .area(answer.area) }
      guard !own.isEmpty else {
        let mark = answer.state == .unknown ? "?" : answer.state == .passed ? "0" : "–"
        return [row(mark, answer.area.title, answer.reason, kind: "area \(answer.state.rawValue)")]
      }
      if isBrief {
        let points = own.reduce(0) { $0 + $1.thousandths }
        let reason = Phrases.count(own.flatMap(\.findings).count, "finding")
        let japanese = "検出 \(own.flatMap(\.findings).count) 件"
        let text = own.count == 1 ? own[0].reason : LocalizedText(reason, ja: japanese)
        return [row("−\(Points.text(points))", answer.area.title, text, kind: "area failed")]
      }
      return own.map {
        row("−\(Points.text($0.thousandths))", answer.area.title, $0.reason, kind: "area failed")
      }
    }
    return element(
      "div", of: "card",
      [
        element("h3", [:], [.text(words.say("100 points, less", "100 点からの減点"))]),
        element("ul", of: "areas", rows),
      ])
  }

  private func row(_ mark: String, _ title: LocalizedText, _ reason: LocalizedText, kind: String) -> HTMLNode
  {
    element(
      "li", of: kind,
      [
        element("span", of: "points", [.text(mark)]),
        element(
          "div", [:],
          [
            element("b", [:], [.text(title[words.language])]),
            element("p", [:], HTMLWords.prose(reason[words.language])),
          ]),
      ])
  }

  /// The ten categories of 2024.
  private var bars: HTMLNode {
    element(
      "div", of: "card",
      [
        element("h3", [:], [.text("OWASP Mobile Top 10 (2024)")]),
        element("ol", of: "bars", score.overall.categories.map(bar)),
      ] + cap)
  }

  private func bar(_ bar: CategoryBar) -> HTMLNode {
    let isKnown = bar.isExamined || bar.thousandths < 100_000
    let value = isKnown ? String(bar.value) : words.say("not examined", "未検査")
    let reasons = bar.deductions.map { "−\(Points.text($0.thousandths)) \($0.reason[words.language])" }
    return element(
      "li", ["class": isKnown ? Self.grade(bar.value) : "unknown", "title": reasons.joined(separator: ", ")],
      [
        element("span", of: "code", [.text(bar.category.rawValue)]),
        element("span", of: "name", [.text(bar.category.title[words.language])]),
        element("span", of: "number", [.text(value)]),
        element(
          "svg", ["viewBox": "0 0 100 4", "preserveAspectRatio": "none", "aria-hidden": "true"],
          [
            element("rect", ["class": "track", "width": "100", "height": "4"]),
            element(
              "rect", ["class": "value", "width": isKnown ? "\(bar.value)" : "0", "height": "4"]),
          ]),
      ])
  }

  private var cap: [HTMLNode] {
    score.overall.deductions.compactMap { deduction in
      guard case .worstCategory = deduction.subject else { return nil }
      return element(
        "p", of: "note",
        [.text("−\(Points.text(deduction.thousandths)): \(deduction.reason[words.language])")])
    }
  }

  private static func grade(_ value: Int?) -> String {
    value.map { $0 >= 80 ? "good" : $0 >= 50 ? "fair" : "poor" } ?? "unknown"
  }
}
