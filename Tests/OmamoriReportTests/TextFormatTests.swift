import OmamoriCore
import Testing

@testable import OmamoriReport

@Suite struct TextFormatTests {
  private func lines(_ findings: [Finding], _ change: (inout ReportOptions) -> Void = { _ in }) -> [String] {
    var options = Sample.options()
    change(&options)
    let text = TextRenderer(options).render(Sample.report(findings))
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test(arguments: [
    (Severity.critical, "error"), (.high, "error"), (.medium, "warning"), (.low, "warning"), (.info, "note"),
  ])
  func levels(severity: Severity, word: String) {
    #expect(
      lines([Sample.finding("weak-hash", severity)]) == [
        "App/Store.swift:10:5: \(word): seen [weak-hash]", "",
      ])
  }

  @Test func xcodeNeedsAbsolutePaths() {
    for root in ["/Users/x/Bank", "/Users/x/Bank/"] {
      let text = lines([Sample.finding("weak-hash")]) { $0.absoluteRoot = root }
      #expect(text.first == "/Users/x/Bank/App/Store.swift:10:5: error: seen [weak-hash]")
    }
  }

  @Test func whatIsNotShown() {
    let suppression = Suppression(kind: .inSource, reason: "known")
    #expect(lines([Sample.finding("weak-hash", suppression: suppression)]) == [""])
    let doubtful = Sample.finding("weak-hash", .high, .low)
    #expect(lines([doubtful]) == [""])
    #expect(lines([doubtful]) { $0.minimumConfidence = .low }.count == 2)
    let slight = Sample.finding("weak-hash", .low)
    #expect(lines([slight]).count == 2)
    #expect(lines([slight]) { $0.minimumSeverity = .low }.count == 2)
    #expect(lines([slight]) { $0.minimumSeverity = .medium } == [""])
    let known = Sample.report([Sample.finding("weak-hash")]).findings.map(\.fingerprint)
    #expect(lines([Sample.finding("weak-hash")]) { $0.baseline = Set(known) } == [""])
    #expect(lines([Sample.finding("weak-hash")]) { $0.baseline = [] }.count == 2)
  }

  @Test func whatIsLessSevereIsCounted() {
    var options = Sample.options()
    options.minimumSeverity = .medium
    let report = Sample.report([Sample.finding("weak-hash", .high), Sample.finding("ecb-mode", .low)])
    let summary = TextRenderer(options).summary(report)
    #expect(summary.contains("high 1 (not shown: 1 of lower severity)"))
    let sarif = SARIFRenderer(options).log(report)["runs"]?[0]?["results"]?.arrayValue
    #expect(sarif?.map { $0["ruleId"]?.stringValue } == ["weak-hash"])
    #expect(JSONRenderer(options).document(report)["findings"]?.arrayValue?.count == 2)
    let page = HTMLRenderer(options).render(report)
    #expect(page.contains("class=\"finding"))
    #expect(page.contains("data-severity=\"low\" aria-pressed=\"false\""))
    #expect(page.contains("data-severity=\"high\" aria-pressed=\"true\""))
  }

  @Test func coloursOnlyWhenAsked() {
    #expect(!lines([Sample.finding("weak-hash")]).joined().contains("\u{1B}"))
    let coloured = lines([Sample.finding("weak-hash")]) { $0.usesColour = true }
    #expect(coloured[0].contains("\u{1B}[31merror:\u{1B}[0m"))
    var options = Sample.options()
    #expect(!TextRenderer(options).summary(Sample.bank).contains("\u{1B}"))
    options.usesColour = true
    #expect(TextRenderer(options).summary(Sample.bank).contains("\u{1B}[1m"))
  }

  @Test(arguments: Language.allCases, [40, 60, 100])
  func summariesFitTheWidth(language: Language, width: Int) {
    var options = Sample.options(language)
    options.width = width
    let summary = TextRenderer(options).summary(Sample.bank)
    let wrapped = summary.split(separator: "\n").filter { $0.hasPrefix("      ") && !$0.contains("M") }
    #expect(!wrapped.isEmpty)
    for line in wrapped where DisplayWidth.columns(String(line)) > max(width, 62) {
      Issue.record("too wide: \(line)")
    }
  }

  @Test(arguments: [
    ("abc", 3), ("証明書", 6), ("ｶﾅ", 2), ("ＡＢ", 4), ("e\u{301}", 1), ("が", 2), ("か\u{3099}", 2), ("👩‍💻", 2),
    ("한", 2),
    ("", 0),
  ])
  func columns(text: String, expected: Int) { #expect(DisplayWidth.columns(text) == expected) }

  @Test func japaneseWrapsBetweenCharactersAndKeepsPunctuation() {
    #expect(LineWrapping.lines("証明書を検証します。", width: 10) == ["証明書を検", "証します。"])
    #expect(LineWrapping.lines("証明書を検証。", width: 12) == ["証明書を検", "証。"])
    #expect(LineWrapping.lines("検出（鍵）です", width: 8) == ["検出", "（鍵）で", "す"])
    #expect(LineWrapping.lines("one two three", width: 8) == ["one two", "three"])
    #expect(LineWrapping.lines("incomprehensibilities", width: 5) == ["incomprehensibilities"])
    #expect(LineWrapping.lines("", width: 5) == [])
  }

  @Test(arguments: [(0, "0"), (15_000, "15"), (2500, "2.5"), (333, "0.333"), (10_010, "10.01")])
  func points(thousandths: Int, expected: String) { #expect(Points.text(thousandths) == expected) }
}
