import OmamoriCore

/// Writes findings as lines of the form `path:line:column: warning: message [rule]`, which editors and Xcode read.
///
/// Critical and high findings are errors, medium and low ones warnings, `info` and the steps of a flow are notes.
/// Suppressed findings, those a baseline knows and those below the least confidence or severity are left out.
public struct TextRenderer: ReportRenderer {
  let options: ReportOptions
  private let palette: Palette

  /// Makes a renderer.
  public init(_ options: ReportOptions) {
    self.options = options
    palette = Palette(isOn: options.usesColour)
  }

  /// The findings, one a line, each followed by the steps of its flow.
  public func render(_ report: AuditReport) -> String {
    report.activeFindings
      .filter { options.shows($0) && options.baselineState(of: $0) != .unchanged }
      .map(lines).joined()
  }

  /// The summary for people: scores explained, bars, checklist, counts and skipped files.
  public func summary(_ report: AuditReport) -> String {
    SummaryText(report: report, options: options).text
  }

  private func lines(_ finding: Finding) -> String {
    var text = line(
      finding.file, finding.region, Self.level(finding.severity), palette.style(of: finding.severity),
      finding.message[options.language], rule: finding.rule)
    for step in finding.flow + finding.related {
      text += line(step.file, step.region, "note", .cyan, step.message[options.language])
    }
    return text
  }

  func line(
    _ file: String, _ region: SourceRegion, _ level: String, _ style: Palette.Style, _ message: String,
    rule: RuleID? = nil
  ) -> String {
    let path = TerminalText.visible(absolute(file))
    let place = palette(.bold, "\(path):\(region.startLine):\(region.startColumn):")
    let suffix = rule.map { palette(.dim, " [\(TerminalText.visible($0.rawValue))]") } ?? ""
    let words = TerminalText.visible(message)
    return "\(place) \(palette(style, "\(level):")) \(words)\(suffix)\n"
  }

  private func absolute(_ file: String) -> String {
    guard let root = options.absoluteRoot else { return file }
    return root.hasSuffix("/") ? root + file : "\(root)/\(file)"
  }

  private static func level(_ severity: Severity) -> String {
    switch severity {
    case .critical, .high: "error"
    case .medium, .low: "warning"
    case .info: "note"
    }
  }
}
