import OmamoriCore

/// What the audit can say about each weakness of MASWE and each static test of the MASTG.
struct HTMLCoverage {
  let report: AuditReport
  let words: HTMLWords

  var node: HTMLNode {
    let coverage = MASCoverage(of: report)
    return words.section(
      "coverage", words.say("Coverage of OWASP MAS", "OWASP MAS の網羅状況"),
      words.say(
        "“Nothing found” speaks only of the rules and files named; it does not say that a test was passed.",
        "「検出なし」は、実行したルールと検査したファイルについてのみの結果であり、テストの合格を示すものではありません。"),
      [
        list(words.say("Weaknesses (MASWE)", "弱点（MASWE）"), coverage.weaknesses),
        list(words.say("Static tests (MASTG)", "静的テスト（MASTG）"), coverage.tests),
      ])
  }

  private func list(_ name: String, _ entries: [MASCoverage.Entry]) -> HTMLNode {
    let rows = MASCoverage.Status.allCases.flatMap { status in
      entries.filter { $0.status == status }.map(row)
    }
    return element(
      "details", of: "repair",
      [
        element(
          "summary", [:], [.text("\(name): \(MASCoverage.tally(of: entries, in: words.language))")]),
        element("div", of: "scroll", [element("table", [:], [element("tbody", [:], rows)])]),
      ])
  }

  private func row(_ entry: MASCoverage.Entry) -> HTMLNode {
    let lines = CoverageWords(entry: entry, language: words.language).lines
    return element(
      "tr", of: entry.status.rawValue,
      [
        element(
          "th", ["scope": "row"],
          [words.link(RuleReference(name: entry.id, address: entry.address))]),
        element("td", [:], [.text(entry.status.title[words.language])]),
        element(
          "td", [:],
          [
            element("b", [:], [.text(entry.title[words.language])]),
            element(
              "span", of: "quiet",
              [.text(" " + entry.profiles.sorted().map(\.rawValue).joined(separator: " "))]),
          ] + lines.map { element("p", [:], [.text($0)]) }),
      ])
  }
}
