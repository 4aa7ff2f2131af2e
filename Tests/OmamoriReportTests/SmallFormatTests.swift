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
    let many = (0..<50).map { Sample.finding("weak-hash", line: $0 + 1) }
    let long = SummaryPageRenderer(Sample.options(language)).render(Sample.report(many))
    #expect(long.contains(language == .en ? "and 43 more" : "ほか 43 件"))
  }
}
