import OmamoriCore

/// A rule with everything it found: why it matters, how to repair it, and each place.
struct HTMLRuleCard {
  let id: RuleID
  let rule: RuleMetadata?
  let severity: Severity
  let findings: [Finding]
  let options: ReportOptions
  let words: HTMLWords

  var node: HTMLNode {
    element(
      "article", of: "rule \(severity.rawValue)",
      [
        element(
          "div", of: "rule-head",
          [
            words.pill(severity),
            element("h4", [:], [.text(rule?.title[words.language] ?? id.rawValue)]),
            element("code", of: "rule-id", [.text(id.rawValue)]),
            element("span", of: "quiet count", [.text(count)]),
          ])
      ] + explanation
        + [element("div", of: "places", findings.map(place))])
  }

  /// How many findings are shown at first, and how many are not.
  private var count: String {
    let counts = FindingCounts(findings, options)
    return words.findings(counts.total) + (counts.hidden(in: words.language).map { " \($0)" } ?? "")
  }

  /// Whether the repair is shown at once.
  private var isGrave: Bool { severity >= .high }

  private func place(_ finding: Finding) -> HTMLNode {
    HTMLFinding(finding: finding, rule: rule, options: options, words: words).node
  }

  private var explanation: [HTMLNode] {
    guard let rule else { return [] }
    var repair: [HTMLNode] = [
      element("summary", [:], [.text(words.say("How to repair it", "修正方法"))]),
      element("p", [:], HTMLWords.prose(rule.fix.text[words.language])),
    ]
    if rule.fix.library != .none {
      repair.append(
        element(
          "p", of: "library",
          [.text(words.say("With ", "使用: ")), element("code", [:], [.text(rule.fix.library.rawValue)])]))
    }
    if !rule.example.good.isEmpty {
      // Line by line, because a line feed inside a text would be written out.
      let lines = rule.example.good.split(separator: "\n", omittingEmptySubsequences: false)
      repair.append(
        element(
          "pre", of: "good",
          [element("code", [:], lines.map { .group([.text(Self.spaced($0)), .verbatim("\n")]) })]))
    }
    return [
      element("p", of: "why", HTMLWords.prose(rule.why[words.language])),
      .element(
        name: "details", attributes: isGrave ? [("class", "repair"), ("open", "")] : [("class", "repair")],
        children: repair), element("ul", of: "mappings", mappings(rule)),
    ]
  }

  private static func spaced(_ line: Substring) -> String {
    String(line).replacing("\t", with: "    ")
  }

  private func mappings(_ rule: RuleMetadata) -> [HTMLNode] {
    rule.references.map { element("li", [:], [words.link($0)]) }
  }
}
