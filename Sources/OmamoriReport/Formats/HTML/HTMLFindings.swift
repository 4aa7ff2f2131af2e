import OmamoriCore

/// The findings, by category and rule, with what filters them.
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

  /// One group a category, one card a rule; what is gravest comes first.
  private var groups: [HTMLNode] {
    let byCategory = Dictionary(grouping: shown) { rules[$0.rule]?.owaspMobile2024.first }
    let order: [OWASPMobile2024?] = OWASPMobile2024.allCases.map(Optional.some) + [nil]
    return order.compactMap { category in
      guard let findings = byCategory[category] else { return nil }
      let title = category.map { "\($0.rawValue) · \($0.title[words.language])" } ?? words.say("Other", "その他")
      let byRule = Dictionary(grouping: findings, by: \.rule).sorted { left, right in
        let (first, second) = (Self.gravity(left.value), Self.gravity(right.value))
        return first == second ? left.key < right.key : first > second
      }
      return element(
        "div", of: "group",
        [element("h3", [:], [.text(title)])]
          + byRule.map { rule, findings in
            HTMLRuleCard(
              id: rule, rule: rules[rule], findings: findings, options: options, words: words
            ).node
          })
    }
  }

  private static func gravity(_ findings: [Finding]) -> Severity { findings.map(\.severity).max() ?? .info }
}
