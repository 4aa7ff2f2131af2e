import OmamoriCore
import Testing

@testable import OmamoriReport

/// The badge and the one-page summary.
@Suite struct SmallFormatTests {
  @Test func theBadgeShowsTheScoreAndNothingOfTheApp() throws {
    let score = try #require(AuditScore(of: Sample.bank).value)
    let badge = BadgeRenderer(Sample.options()).render(Sample.bank)
    #expect(
      badge.hasPrefix("<svg ") && badge.hasSuffix("</svg>\n") && badge.contains(">\(score) / 100</text>"))
    #expect(BadgeRenderer(Sample.options()).render(Sample.report(inputs: [])).contains(">–</text>"))
    #expect(!BadgeRenderer(Sample.options()).render(HostileTextTests.report).contains("quote"))
    #expect(BadgeRenderer(Sample.options(.ja)).render(Sample.bank).contains("Omamori スコア: \(score)"))
  }

  @Test(arguments: Language.allCases)
  func theSummaryIsOnePageWithoutAScript(language: Language) {
    let text = SummaryPageRenderer(Sample.options(language)).render(Sample.bank)
    #expect(!text.contains("<script") && !text.contains("script-src") && text.contains("default-src"))
    #expect(text.contains("App/Info.plist:31") && text.contains("lang=\"\(language.rawValue)\""))
    for item in Checklist(of: Sample.bank).items {
      #expect(text.contains(HTMLNode.escaped(item.question[language])))
    }
  }

  @Test(arguments: Language.allCases)
  func theSummaryNamesEachRuleOnceWithReasonAndRepair(language: Language) throws {
    let findings = RandomReports.ids.prefix(8).flatMap { id in (1...3).map { Sample.finding(id, line: $0) } }
    let report = Sample.report(findings)
    let text = SummaryPageRenderer(Sample.options(language)).render(report)
    let list = try #require(text.components(separatedBy: "class=\"gravest\"").last)
    let named = report.rules.filter { list.contains(">\(HTMLNode.escaped($0.title[language]))<") }
    #expect(named.count == SummaryPageRenderer.ruleLimit)
    for rule in named {
      let title = ">\(HTMLNode.escaped(rule.title[language]))<"
      #expect(list.components(separatedBy: title).count == 2)
      #expect(list.contains(HTMLNode.escaped(Phrases.firstSentence(of: rule.why[language]))))
      #expect(list.contains(HTMLNode.escaped(Phrases.firstSentence(of: rule.fix.text[language]))))
    }
    #expect(text.contains(language == .en ? "and 9 findings of 3 other rules" : "ほか 3 ルールの検出 9 件"))
    #expect(list.contains(language == .en ? ">Signature<" : ">署名<"))
  }
}
