import OmamoriCore
import Testing

@testable import OmamoriReport

/// Names, strings and values of the audited app must not steer terminals or break out of a format.
@Suite struct HostileTextTests {
  private static let hostile =
    "\u{1B}[2J\u{7}\"quote\" \\ 'x' \r\n\t<script> ](http://evil) {0} 100%25 \u{2028}\u{202E}\u{9B}31m\u{0}終"

  static var report: AuditReport { report(hostile, file: "a b/%41\u{1B}]0;x\u{7}/\u{202E}\"名\\.swift") }

  /// The same report with texts that ask for nothing.
  static var harmless: AuditReport { report("harmless", file: "a.swift") }

  private static func report(_ hostile: String, file: String) -> AuditReport {
    let text = LocalizedText(hostile, ja: hostile)
    let step = FindingStep(file: file, region: Sample.region(1), message: text)
    let finding = Sample.finding(
      RuleID(rawValue: hostile), file: file, message: text, snippet: hostile, flow: [step], related: [step])
    let suppressed = Sample.finding(
      "weak-hash", file: file, message: text, suppression: Suppression(kind: .external, reason: hostile))
    let target = AuditTarget(
      path: hostile, kind: .sourceTree, isApp: true, bundleIdentifier: hostile, version: hostile,
      commit: hostile)
    let evidence = Evidence(kind: .pinningBroken, file: file, region: nil, message: text)
    return Sample.report(
      [finding, suppressed, Sample.finding("ats-weak-tls", file: file, message: text)],
      rules: RandomReports.rules + [Sample.rule(RuleID(rawValue: hostile), title: text, good: hostile)],
      evidence: [evidence, Evidence(kind: .networkUse, file: file, region: nil, message: text)],
      skipped: [SkippedFile(file: file, reason: .malformed, message: text)],
      files: FileCounts(scanned: 1, parseErrors: [file: 1]), target: target)
  }

  private func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar == "\n"
      case .lineSeparator, .paragraphSeparator, .format: false
      default: true
      }
    }
  }

  /// Services that run audits take these for commands; see what GitHub and Azure document of logging commands.
  @Test(arguments: [
    ("::error file=a::b.swift", "\\u{3A}:error file=a::b.swift"), ("  ::set-output", "  \\u{3A}:set-output"),
    ("##[error]x.swift", "#\\u{23}[error]x.swift"), ("a ##vso[task.x]b", "a #\\u{23}vso[task.x]b"),
    ("a::b", "a::b"), ("## a [b]", "## a [b]"), (":a", ":a"), ("a::\u{301}", "a::\u{301}"),
    // Services trim blanks of every kind, and may pass over what nobody sees.
    ("\u{A0}\u{3000}::error::x", "\u{A0}\u{3000}\\u{3A}:error::x"),
    ("\u{200D}::error::x", "\u{200D}\\u{3A}:error::x"),
    ("::\u{301}error::x", "\\u{3A}:\u{301}error::x"), ("#\u{200D}#[error]x", "#\u{200D}\\u{23}[error]x"),
    ("##[\u{301}error]x", "#\\u{23}[\u{301}error]x"),
    ("##VSO[\u{FE0F}task.x]", "#\\u{23}VSO[\u{FE0F}task.x]"),
    ("e\u{301}##vso[task.x]", "e\u{301}#\\u{23}vso[task.x]"),
  ])
  func commandsOfServicesAreNone(_ text: String, _ expected: String) {
    #expect(TerminalText.visible(text) == expected)
  }

  @Test(arguments: Language.allCases)
  func terminalsAreNotSteered(language: Language) {
    let renderer = TextRenderer(Sample.options(language))
    let findings = renderer.render(Self.report)
    #expect(isHarmless(findings) && isHarmless(renderer.summary(Self.report)))
    var options = Sample.options(language)
    (options.isForTerminal, options.showsDetails) = (true, true)
    #expect(isHarmless(TerminalReport(options).render(Self.report)))
    // Each finding and step keeps to its own line.
    #expect(findings.split(separator: "\n").count == 4)
    #expect(findings.contains("\\u{1B}[2J\\u{7}") && findings.contains("\\u{2028}\\u{202E}\\u{9B}31m\\u{0}終"))
  }

  @Test func joinersStay() { #expect(TerminalText.visible("👩‍💻 終\u{200B}") == "👩‍💻 終\\u{200B}") }

  @Test func jsonSurvives() throws {
    let text = JSONRenderer(Sample.options()).render(Self.report)
    #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
    let document = try StrictJSON.parse(text)
    let messages = document["findings"]?.arrayValue?.compactMap { $0["message"]?.stringValue }
    #expect(messages == Array(repeating: Self.hostile, count: 3))
  }

  @Test func sarifSurvives() throws {
    let text = SARIFRenderer(Sample.options()).render(Self.report)
    let run = try #require(try StrictJSON.parse(text)["runs"]?[0])
    let result = try #require(run["results"]?.arrayValue?.first { $0["ruleId"]?.stringValue == Self.hostile })
    let place = try #require(result["locations"]?[0]?["physicalLocation"]?["artifactLocation"])
    #expect(
      place["uri"]?.stringValue
        == "a%20b/%2541%1B%5D0%3Bx%07/%E2%80%AE%22%E5%90%8D%5C.swift")
    let message = try #require(result["message"]?["text"]?.stringValue)
    #expect(message.contains("\\](http://evil) {{0}}"))
    #expect(!message.contains(" ]("))
  }
}
