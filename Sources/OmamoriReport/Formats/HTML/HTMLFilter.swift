import OmamoriCore

/// The controls that choose which findings are shown.
struct HTMLFilter {
  let findings: [Finding]
  let options: ReportOptions
  let words: HTMLWords
  let rules: [RuleID: RuleMetadata]

  var node: HTMLNode {
    element(
      "form", ["id": "filter", "role": "search", "aria-label": words.say("Filter findings", "検出結果の絞り込み")],
      [
        element(
          "div", of: "row",
          [
            element(
              "input",
              [
                "type": "search", "id": "search", "autocomplete": "off", "spellcheck": "false",
                "placeholder": words.say("Search path, rule, text…", "パス・ルール・本文を検索…"),
                "aria-label": words.say("Search", "検索"),
              ]),
            element("div", ["class": "chips", "role": "group", "aria-label": severityLabel], chips),
          ]),
        element("div", of: "row", selects + [reset]),
        element(
          "p", ["id": "count", "role": "status", "data-template": template],
          [.text(template.replacing("{n}", with: String(findings.count)))]),
        element(
          "p", of: "keys",
          [
            .text(
              words.say(
                "Keys: / searches, j and k go from finding to finding, Esc clears.",
                "キー操作: / で検索、j・k で次・前の検出、Esc で解除。"))
          ]),
      ])
  }

  private var severityLabel: String { words.say("Severity", "深刻度") }

  private var template: String {
    words.say("{n} of \(findings.count) findings shown", "\(findings.count) 件中 {n} 件を表示")
  }

  private var chips: [HTMLNode] {
    Severity.allCases.reversed().compactMap { severity in
      let count = findings.count { $0.severity == severity }
      guard count > 0 else { return nil }
      return element(
        "button",
        [
          "type": "button", "class": "chip \(severity.rawValue)", "data-severity": severity.rawValue,
          "aria-pressed": severity >= options.minimumSeverity ? "true" : "false",
        ],
        [.text(severity.title[words.language]), element("b", [:], [.text(String(count))])])
    }
  }

  private var selects: [HTMLNode] {
    let categories = Set(findings.flatMap { rules[$0.rule]?.owaspMobile2024 ?? [] })
    let masvs = Set(findings.flatMap { rules[$0.rule]?.masvsReferences ?? [] }).sorted()
    return [
      select(
        "category", words.say("OWASP 2024", "OWASP 2024"),
        OWASPMobile2024.allCases.filter(categories.contains).map {
          ($0.rawValue, "\($0.rawValue) \($0.title[words.language])")
        }),
      select("masvs", "MASVS", masvs.map { ($0, $0) }),
      select("status", words.say("Status", "状態"), statuses, chosen: "open"),
      select(
        "confidence", words.say("Confidence", "確度"),
        [("high", words.say("high", "高")), ("medium", words.say("medium and up", "中以上"))],
        chosen: options.minimumConfidence == .low ? "" : options.minimumConfidence.rawValue),
    ]
  }

  private var statuses: [(String, String)] {
    var statuses = [("open", words.say("open", "未対応"))]
    if options.baseline != nil {
      statuses += [("new", words.say("new", "新規")), ("known", words.say("in the baseline", "ベースライン既知"))]
    }
    return statuses + [("suppressed", words.say("suppressed", "抑制済み"))]
  }

  private func select(_ id: String, _ name: String, _ values: [(String, String)], chosen: String = "")
    -> HTMLNode
  {
    let choices = [("", words.say("all", "すべて"))] + values
    return element(
      "label", [:],
      [
        element("span", [:], [.text(name)]),
        element(
          "select", ["id": id],
          choices.map { value, title in
            value == chosen
              ? element("option", ["value": value, "selected": ""], [.text(title)])
              : element("option", ["value": value], [.text(title)])
          }),
      ])
  }

  private var reset: HTMLNode {
    element(
      "button", ["type": "reset", "class": "ghost"], [.text(words.say("Reset", "リセット"))])
  }
}
