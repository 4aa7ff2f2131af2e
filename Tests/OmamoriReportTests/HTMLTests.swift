import Foundation
import OmamoriCore
import TestSupport
import Testing

@testable import OmamoriReport

/// The page of a report as a text.
@Suite struct HTMLTests {
  private func page(_ report: AuditReport, _ options: ReportOptions = Sample.options()) -> String {
    HTMLRenderer(options).render(report)
  }

  private func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }

  @Test(arguments: Language.allCases)
  func everyFindingIsThereWithItsRepair(language: Language) throws {
    let report = Sample.quotedBank
    let text = page(report, Sample.options(language))
    #expect(count("class=\"finding\"", in: text) == report.findings.count)
    for finding in report.findings {
      let rule = try #require(report.rules.first { $0.id == finding.rule })
      #expect(text.contains("id=\"f-\(finding.fingerprint)\""))
      #expect(text.contains(HTMLNode.escaped(rule.title[language])))
      #expect(text.contains(HTMLNode.escaped(rule.fix.text[language])))
      #expect(text.contains(HTMLNode.escaped("\(finding.file):\(finding.region.startLine)")))
    }
    #expect(text.contains("internal build only") && text.contains("MASVS-NETWORK-1"))
    #expect(text.contains("<html lang=\"\(language.rawValue)\">"))
  }

  @Test func thePolicyNamesTheOnlyStyleAndScript() throws {
    let text = page(Sample.bank)
    #expect(count("<script", in: text) == 1 && count("<style", in: text) == 1)
    #expect(text.contains("default-src &#39;none&#39;") && !text.contains("unsafe-inline"))
    #expect(!text.contains("innerHTML") && !text.contains(" style=\"") && !text.contains(" onclick"))
    #expect(count("src=", in: text) == 0 && !text.contains("<link") && !text.contains("@import"))
    #expect(!text.contains("url("))
  }

  @Test(.enabled(if: Python.has("hashlib"), "Python is not installed"))
  func theHashesAreThoseOfTheContents() throws {
    for (text, hash) in [("\(HTMLStyle.text)", HTMLStyle.hash), ("\(HTMLScript.text)", HTMLScript.hash)] {
      let digest = try PythonValidator.run("digest.py", [], input: text)
      #expect("sha256-\(digest)" == hash)
    }
  }

  @Test func textsCannotBecomeMarkup() {
    var text = ""
    element("p", ["title": "\"><script>'`&\u{2028}\u{202E}\n"], ["</p><script>&\u{0}"]).write(to: &text)
    #expect(
      text == "<p title=\"&quot;&gt;&lt;script&gt;&#39;&#96;&amp;\\u{2028}\\u{202E}\\n\">"
        + "&lt;/p&gt;&lt;script&gt;&amp;\\u{0}</p>")
  }

  @Test func hostileReportsHaveTheElementsOfHarmlessOnes() {
    let (hostile, harmless) = (page(HostileTextTests.report), page(HostileTextTests.harmless))
    #expect(count("<", in: hostile) == count("<", in: harmless))
    let isStrange = { (scalar: Unicode.Scalar) in
      scalar != "\n"
        && [.control, .format, .lineSeparator, .paragraphSeparator].contains(
          scalar.properties.generalCategory)
    }
    #expect(!hostile.unicodeScalars.contains(where: isStrange))
  }

  @Test(arguments: [
    (5, 9, 5, 12, "let a = ", "foo", "()"), (5, 1, 5, 99, "", "let a = foo()", ""),
    (4, 3, 6, 2, "", "let a = foo()", ""),
    (5, 9, 6, 2, "let a = ", "foo()", ""), (5, 9, 5, 9, "let a = foo()", "", ""),
    (5, -4, 5, 4, "", "let", " a = foo()"),
  ])
  func theRangeIsMarked(
    line: Int, column: Int, endLine: Int, endColumn: Int, before: String, marked: String, after: String
  ) {
    let region = SourceRegion(startLine: line, startColumn: column, endLine: endLine, endColumn: endColumn)
    let parts = MarkedLine("let a = foo()", number: 5, region: region)
    #expect(parts.before == before && parts.marked == marked && parts.after == after)
  }

  @Test func aRangeInsideACharacterMarksNothing() {
    let region = SourceRegion(startLine: 1, startColumn: 2, endLine: 1, endColumn: 4)
    #expect(MarkedLine("終わり", number: 1, region: region).marked == "")
    let masked = MarkedLine("  key = \"sk_l…\"", number: 1, region: region)
    #expect(masked.before == "  " && masked.marked == "key = \"sk_l…\"")
  }

  @Test func aPageHasLimits() {
    let many = (0..<HTMLRenderer.findingLimit + 2).map { Sample.finding("weak-hash", .low, line: $0 + 1) }
    let text = page(Sample.report(many + [Sample.finding("ecb-mode", .critical)]))
    #expect(count("class=\"finding\"", in: text) == HTMLRenderer.findingLimit)
    #expect(text.contains("ecb-mode") && text.contains("3 less grave findings"))
  }

  @Test func nothingFoundIsSaid() {
    let text = page(Sample.report())
    #expect(text.contains("Nothing was found.") && !text.contains("id=\"filter\""))
  }

  @Test func theGravestRulesComeFirst() throws {
    let findings = [
      Sample.finding("weak-hash", .low, line: 1), Sample.finding("ecb-mode", .critical, .low, line: 2),
      Sample.finding("preferences-secret", .high, line: 3),
      Sample.finding("preferences-secret", .low, line: 4),
      Sample.finding(
        "log-sensitive", .critical, line: 5, suppression: Suppression(kind: .inSource, reason: "known")),
      Sample.finding("log-sensitive", .medium, line: 6),
    ]
    let text = page(Sample.report(findings, rules: findings.map { Sample.rule($0.rule) }))
    let ids = text.components(separatedBy: "class=\"rule-id\">").dropFirst().map { $0.prefix { $0 != "<" } }
    // What is doubtful or suppressed does not decide where a rule stands, unless it has nothing else.
    #expect(ids == ["ecb-mode", "preferences-secret", "log-sensitive", "weak-hash"])
    #expect(count("class=\"group\"", in: text) == 4)
  }

  @Test func repairsOfGraveRulesAreOpen() {
    let findings = [Sample.finding("weak-hash", .medium), Sample.finding("ecb-mode", .high)]
    let whole = page(Sample.report(findings, rules: findings.map { Sample.rule($0.rule) }))
    let text = whole.components(separatedBy: "<section id=\"coverage\"")[0]
    #expect(count("<details class=\"repair\">", in: text) == 1)
    #expect(count("<details class=\"repair\" open=\"\">", in: text) == 1)
  }

  /// A question that failed or needs a look names the rules, and each name leads to the first finding.
  @Test(arguments: Language.allCases)
  func questionsLeadToTheirFindings(language: Language) throws {
    let text = page(Sample.bank, Sample.options(language))
    let items = Checklist(of: Sample.bank).items.filter { !$0.findings.isEmpty }
    #expect(items.contains { $0.answer == .fail } && items.contains { $0.answer == .attention })
    for finding in items.compactMap(\.findings.first) {
      #expect(text.contains("<a href=\"#f-\(finding.fingerprint)\">\(finding.rule)</a>"))
    }
    let sheet = SummaryPageRenderer(Sample.options(language)).render(Sample.bank)
    #expect(!sheet.contains("href=\"#f-"), "the findings are not on the sheet")
  }
}
