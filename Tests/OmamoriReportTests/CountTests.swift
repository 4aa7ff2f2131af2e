import OmamoriCore
import Testing

@testable import OmamoriReport

/// Every format counts the same findings.
@Suite struct CountTests {
  /// Reports with everything that can set a finding aside, under several options.
  private static let cases: [(AuditReport, ReportOptions)] = {
    let findings = RandomReports.ids.enumerated().flatMap { index, id in
      Severity.allCases.enumerated().map { order, severity in
        Sample.finding(
          id, severity, Confidence.allCases[(index + order) % 3], line: 10 * index + order,
          suppression: (index + order) % 7 == 0 ? Suppression(kind: .inSource, reason: "known") : nil)
      }
    }
    let report = Sample.report(findings)
    var strict = Sample.options()
    (strict.minimumSeverity, strict.minimumConfidence) = (.medium, .high)
    var compared = Sample.options()
    compared.baseline = Set(findings.prefix(findings.count / 3).map(\.fingerprint))
    compared.minimumSeverity = .low
    return [
      (report, Sample.options()), (report, strict), (report, compared), (Sample.bank, Sample.options()),
      (Sample.report(), Sample.options()),
    ]
  }()

  private func numbers(_ text: String, _ pattern: String) throws -> [Int] {
    try text.matches(of: Regex(pattern)).compactMap { $0.output[1].substring.flatMap { Int($0) } }
  }

  @Test(arguments: cases.indices) func areTheSameEverywhere(index: Int) throws {
    let (report, options) = Self.cases[index]
    let counts = FindingCounts(report, options)
    let expected = Severity.allCases.reversed().map { counts.shown[$0] ?? 0 }
    #expect(counts.total == options.findings(in: report).count)
    #expect(
      counts.total + counts.suppressed + counts.known + counts.doubtful + counts.minor
        == report.findings.count)

    let words = Severity.allCases.reversed().compactMap { severity in
      counts.shown[severity].map { "\(severity.title.english) \($0)" }
    }
    let summary = TextRenderer(options).summary(report)
    let line = words.isEmpty ? "Findings  none" : "Findings  " + words.joined(separator: ", ")
    #expect(summary.contains(line + "\n") || summary.contains(line + " (not shown:"))

    for page in [HTMLRenderer(options).render(report), SummaryPageRenderer(options).render(report)] {
      #expect(try numbers(page, "<li class=\"[a-z]+(?: zero)?\"><b>(\\d+)</b>").prefix(5) == expected[...])
      if let hidden = counts.hidden(in: .en) { #expect(page.contains(hidden)) }
    }
    let chips = try numbers(
      HTMLRenderer(options).render(report), "aria-pressed=\"true\">[^<]*<b>(\\d+)</b>")
    #expect(chips.reduce(0, +) == counts.total)

    let shown = JSONRenderer(options).document(report)["counts"]?["shown"]
    #expect(Severity.allCases.reversed().map { shown?[$0.rawValue]?.intValue } == expected)
    let lines = ReportFormat.lines.renderer(options).render(report)
    #expect(
      lines.split(separator: "\n").count { $0.contains(": note: ") == false } == counts.total - expected[4])
  }
}
