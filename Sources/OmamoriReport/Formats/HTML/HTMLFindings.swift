import OmamoriCore

/// The findings, by severity and rule, with what filters them.
struct HTMLFindings {
  private let report: AuditReport
  private let options: ReportOptions
  private let words: HTMLWords
  private let shown: [Finding]
  private let rules: [RuleID: RuleMetadata]

  init(report: AuditReport, options: ReportOptions, words: HTMLWords) {
    (self.report, self.options, self.words) = (report, options, words)
    rules = Dictionary(report.rules.map { ($0.id, $0) }) { first, _ in first }
    let gravestFirst = Severity.allCases.reversed().flatMap { severity in
      report.findings.filter { $0.severity == severity }
    }
    shown = Array(gravestFirst.prefix(HTMLRenderer.findingLimit))
  }

  var node: HTMLNode {
    var children: [HTMLNode] = []
    if report.findings.isEmpty {
      children.append(
        element("p", of: "empty", [.text(words.say("Nothing was found.", "検出された問題はありません。"))]))
    } else {
      children.append(HTMLFilter(findings: shown, options: options, words: words, rules: rules).node)
    }
    let left = report.findings.count - shown.count
    if left > 0 {
      children.append(
        element(
          "p", of: "notice",
          [
            .text(
              words.say(
                "\(left) less grave findings are not on this page; JSON has all of them.",
                "深刻度の低い \(left) 件はこのページに含まれません。JSON には全件があります。"))
          ]))
    }
    children += groups
    children.append(
      element(
        "p", ["class": "empty", "id": "nothing", "hidden": ""],
        [.text(words.say("No finding matches the filter.", "条件に一致する検出結果はありません。"))]))
    return words.section("findings", words.say("Findings", "検出結果"), nil, children)
  }

  /// One group a severity, gravest first, and in it one card a rule, the one with most findings first.
  private var groups: [HTMLNode] {
    let cards = Dictionary(grouping: shown, by: \.rule).map { rule, findings in
      (rule: rule, findings: findings, gravity: gravity(findings))
    }
    return Severity.allCases.reversed().compactMap { severity in
      let own = cards.filter { $0.gravity == severity }.sorted { left, right in
        let (first, second) = (left.findings.count, right.findings.count)
        return first == second ? left.rule < right.rule : first > second
      }
      guard !own.isEmpty else { return nil }
      return element(
        "div", of: "group",
        [element("h3", [:], [.text(severity.title[words.language])])]
          + own.map { card in
            HTMLRuleCard(
              id: card.rule, rule: rules[card.rule], severity: severity, findings: card.findings,
              options: options, words: words
            ).node
          })
    }
  }

  /// The highest severity of the findings that are visible at first; of all when none is.
  private func gravity(_ findings: [Finding]) -> Severity {
    let visible = findings.filter {
      $0.suppression == nil && options.shows($0) && options.baselineState(of: $0) != .unchanged
    }
    return (visible.isEmpty ? findings : visible).map(\.severity).max() ?? .info
  }
}

/// One place where a rule found something.
struct HTMLFinding {
  let finding: Finding
  let rule: RuleMetadata?
  let options: ReportOptions
  let words: HTMLWords

  var node: HTMLNode {
    let fingerprint = finding.fingerprint.description
    var children = [head, element("p", of: "message", HTMLWords.prose(finding.message[words.language]))]
    if let code { children.append(code) }
    children += steps(finding.flow, words.say("The way of the value", "値の流れ"), "flow")
    children += steps(finding.related, words.say("See also", "関連箇所"), "related")
    if let suppression = finding.suppression { children.append(note(suppression)) }
    return element(
      "div",
      [
        "class": "finding", "id": "f-\(fingerprint)", "tabindex": "-1",
        "data-severity": finding.severity.rawValue, "data-confidence": finding.confidence.rawValue,
        "data-status": status,
        "data-category": (rule?.owaspMobile2024 ?? []).map(\.rawValue).joined(separator: " "),
        "data-masvs": (rule?.masvsReferences ?? []).joined(separator: " "),
      ], children)
  }

  private var status: String {
    if finding.suppression != nil { return "suppressed" }
    switch options.baselineState(of: finding) {
    case .unchanged: return "known"
    case .new: return "open new"
    case nil: return "open"
    }
  }

  private var head: HTMLNode {
    let region = finding.region
    var children: [HTMLNode] = [
      element(
        "a", ["class": "place", "href": "#f-\(finding.fingerprint.description)"],
        [.text("\(finding.file):\(region.startLine):\(region.startColumn)")]),
      words.pill(finding.severity),
      element(
        "span", of: "quiet",
        [.text(words.say("confidence ", "確度 ") + HTMLFinding.title(finding.confidence)[words.language])]),
    ]
    if finding.context != .app {
      children.append(element("span", of: "tag", [.text(finding.context.title[words.language])]))
    }
    if finding.suppression != nil {
      children.append(element("span", of: "tag", [.text(words.say("suppressed", "抑制済み"))]))
    } else if let state = options.baselineState(of: finding) {
      let title = state == .new ? words.say("new", "新規") : words.say("in the baseline", "ベースライン既知")
      children.append(element("span", of: "tag \(state.rawValue)", [.text(title)]))
    }
    return element("div", of: "finding-head", children)
  }

  /// The lines around the finding, the range itself marked.
  private var code: HTMLNode? {
    guard let excerpt = finding.excerpt, !excerpt.lines.isEmpty else {
      guard !finding.snippet.isEmpty else { return nil }
      return element(
        "pre", of: "code", [line(finding.snippet, number: finding.region.startLine, isFirst: false)])
    }
    return element(
      "pre", of: "code",
      excerpt.lines.enumerated().map { offset, text in
        line(text, number: excerpt.firstLine + offset, isFirst: true)
      })
  }

  private func line(_ text: String, number: Int, isFirst: Bool) -> HTMLNode {
    let isHit = (finding.region.startLine...max(finding.region.startLine, finding.region.endLine)).contains(
      number)
    let parts = isFirst && isHit ? MarkedLine(text, number: number, region: finding.region) : MarkedLine(text)
    return element(
      "span", of: isHit ? "line hit" : "line",
      [
        element("span", ["class": "no", "aria-hidden": "true"], [.text(String(number))]),
        element(
          "span", of: "src",
          [
            .text(parts.before),
            parts.marked.isEmpty ? .group([]) : element("mark", [:], [.text(parts.marked)]),
            .text(parts.after),
          ]),
      ])
  }

  private func steps(_ steps: [FindingStep], _ title: String, _ kind: String) -> [HTMLNode] {
    guard !steps.isEmpty else { return [] }
    let places = steps.prefix(64).map { step in
      element(
        "li", [:],
        [element("span", of: "place", [.text("\(step.file):\(step.region.startLine)")]), .text(" ")]
          + HTMLWords.prose(step.message[words.language]))
    }
    return [element("h5", [:], [.text(title)]), element("ol", of: kind, places)]
  }

  private func note(_ suppression: Suppression) -> HTMLNode {
    var text = words.say("Suppressed: ", "抑制の理由: ") + suppression.reason
    if let author = suppression.author { text += " — \(author)" }
    if let day = suppression.expires { text += words.say(" (until \(day))", "（\(day) まで）") }
    return element("p", of: "suppression", [.text(text)])
  }

  private static func title(_ confidence: Confidence) -> LocalizedText {
    switch confidence {
    case .low: LocalizedText("low", ja: "低")
    case .medium: LocalizedText("medium", ja: "中")
    case .high: LocalizedText("high", ja: "高")
    }
  }
}
