import OmamoriCore
import Testing

@testable import OmamoriReport

/// The page of a report in a real browser, on wide and narrow screens, light and dark.
@Suite(.enabled(if: Browser.isThere, "Chromium or Python's playwright is not installed"))
struct BrowserTests {
  @Test(arguments: Language.allCases)
  func thePageWorks(language: Language) throws {
    var options = Sample.options(language)
    options.baseline = Set(Sample.bank.findings.prefix(1).map(\.fingerprint))
    let looks = try Browser.look(at: HTMLRenderer(options).render(Sample.quotedBank), using: true)
    #expect(looks.count == 2)
    #expect(Set(looks.compactMap { $0["background"]?.stringValue }).count == 2, "light and dark differ")
    for (look, width) in zip(looks, [1280, 390]) {
      #expect(look["said"]?.arrayValue == [] && look["asked"]?.arrayValue == [])
      #expect(look["width"]?.intValue == width, "nothing sticks out")
      #expect(look["language"]?.stringValue == language.rawValue)
      #expect(look["open"]?.intValue == 3, "neither the suppressed one, nor the doubtful, nor the known")
      #expect(look["printsFilter"]?.boolValue == false)
      let filter = try #require(look["filter"])
      let expected = [
        ("all", 6), ("search", 1), ("nothing", 0), ("withoutCritical", 5), ("category", 2), ("suppressed", 1),
        ("reset", 3),
      ]
      for (step, count) in expected {
        #expect(filter[step]?.intValue == count, "\(step)")
        #expect(filter[step + "Count"]?.stringValue?.contains(String(count)) == true, "\(step)")
      }
      #expect(filter["nothingIsSaid"]?.boolValue == true && filter["themeChanges"]?.boolValue == true)
      #expect(filter["focus"]?.stringValue == "search")
      #expect(filter["current"]?.intValue == 2 && filter["back"]?.intValue == 1)
    }
  }

  @Test func hostileTextStaysText() throws {
    let looks = try Browser.look(at: HTMLRenderer(Sample.options()).render(HostileTextTests.report))
    let harmless = try Browser.look(at: HTMLRenderer(Sample.options()).render(HostileTextTests.harmless))
    for (look, twin) in zip(looks, harmless) {
      #expect(look["said"]?.arrayValue == [] && look["asked"]?.arrayValue == [])
      #expect(look["scripts"]?.intValue == 1)
      #expect(look["elements"] == twin["elements"], "no text became an element")
      let text = try #require(look["text"]?.stringValue)
      #expect(text.contains("<script>") && text.contains("\\u{202E}") && !text.contains("\u{202E}"))
    }
  }

  @Test func theSummaryTakesOneSheet() throws {
    let every = Sample.report(RandomReports.ids.map { Sample.finding($0, .critical) })
    #expect(try Browser.sheets(of: SummaryPageRenderer(Sample.options(.ja)).render(every)) == 1)
  }
}
