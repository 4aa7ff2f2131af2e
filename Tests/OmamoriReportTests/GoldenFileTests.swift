import OmamoriCore
import Testing

@testable import OmamoriReport

/// The formats as people and programs see them.
@Suite struct GoldenFileTests {
  @Test(arguments: [ReportFormat.text, .json, .sarif], Language.allCases)
  func report(format: ReportFormat, language: Language) throws {
    let text = format.renderer(Sample.options(language)).render(Sample.bank)
    try Golden.expect(text, "bank.\(language.rawValue).\(format.fileExtension)")
  }

  @Test(arguments: Language.allCases)
  func terminal(language: Language) throws {
    var options = Sample.options(language)
    options.isForTerminal = true
    options.failure = AuditFailure(count: 2, severity: .high)
    let text =
      ReportFormat.text.renderer(options).render(Sample.quotedBank)
      + TextRenderer(options).summary(Sample.quotedBank)
    try Golden.expect(text, "bank.\(language.rawValue).terminal.txt")
  }

  @Test(arguments: Language.allCases)
  func summary(language: Language) throws {
    let text = TextRenderer(Sample.options(language)).summary(Sample.bank)
    try Golden.expect(text, "bank.\(language.rawValue).summary.txt")
  }
}
