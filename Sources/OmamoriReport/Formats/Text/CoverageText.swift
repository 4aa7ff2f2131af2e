import OmamoriCore

/// Writes what an audit can say about each weakness of MASWE and each static test of the MASTG, for a terminal.
package struct CoverageText: Sendable {
  private let options: ReportOptions
  private let parts: ChecklistText

  /// Makes a writer.
  package init(_ options: ReportOptions) {
    self.options = options
    parts = ChecklistText(options)
  }

  /// The list of `report`, with a line feed at its end.
  package func render(_ report: AuditReport) -> String {
    let coverage = MASCoverage(of: report)
    let lists = [
      (parts.say("Weaknesses (MASWE)", "弱点（MASWE）"), coverage.weaknesses),
      (parts.say("Static tests (MASTG)", "静的テスト（MASTG）"), coverage.tests),
    ]
    let blocks = lists.map { name, entries in
      parts.hanging(
        parts.palette(.bold, name) + "  ", columns: DisplayWidth.columns(name) + 2,
        MASCoverage.tally(of: entries, in: options.language))
        + MASCoverage.Status.allCases.flatMap { group(entries, $0) }
    }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private func group(_ entries: [MASCoverage.Entry], _ status: MASCoverage.Status) -> [String] {
    let own = entries.filter { $0.status == status }
    guard !own.isEmpty else { return [] }
    let heading = status.title[options.language]
    return ["", parts.palette(Self.style(status), "\(heading) (\(own.count))")] + own.flatMap(lines)
  }

  private func lines(_ entry: MASCoverage.Entry) -> [String] {
    let profiles = entry.profiles.sorted().map(\.rawValue).joined(separator: " ")
    let lead = "  \(entry.id)  "
    let title = parts.hanging(lead, columns: lead.count, "\(entry.title[options.language]) [\(profiles)]")
    return title
      + CoverageWords(entry: entry, language: options.language).lines.flatMap { line in
        parts.hanging("      ", columns: 6, TerminalText.visible(line)).map { parts.palette(.dim, $0) }
      }
  }

  private static func style(_ status: MASCoverage.Status) -> Palette.Style {
    switch status {
    case .found: .red
    case .needsPerson: .yellow
    case .nothingFound: .green
    case .notVisible, .notExamined: .dim
    }
  }
}

/// What stands behind the status of a weakness or test.
struct CoverageWords {
  let entry: MASCoverage.Entry
  let language: Language

  /// The findings or the rules that looked, what a person has to do, and where.
  var lines: [String] {
    var lines: [String] = []
    if let basis { lines.append(basis) }
    if let advice = entry.advice { lines.append(advice[language]) }
    if let places { lines.append(places) }
    return lines
  }

  private var basis: String? {
    if !entry.findings.isEmpty {
      let counts = Dictionary(grouping: entry.findings, by: \.rule).sorted { $0.key < $1.key }
      let names = counts.map { "\($0.key) (\($0.value.count))" }.joined(separator: ", ")
      return say("Findings: \(names)", "検出: \(names)")
    }
    guard entry.status == .nothingFound else { return nil }
    let names = entry.rules.map(\.rawValue).joined(separator: ", ")
    return say("Rules: \(names)", "ルール: \(names)")
  }

  private var places: String? {
    guard !entry.places.isEmpty else { return nil }
    let names = entry.places.joined(separator: ", ")
    return say("Begin at: \(names)", "確認箇所: \(names)")
  }

  private func say(_ english: String, _ japanese: String) -> String {
    LocalizedText(english, ja: japanese)[language]
  }
}
