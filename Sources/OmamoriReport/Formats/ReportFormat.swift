/// A format a report can be written in.
@nonexhaustive
package enum ReportFormat: String, CaseIterable, Sendable, Hashable, Codable {
  /// One line a finding, in the form compilers use.
  case text
  /// Omamori's own JSON, with everything the audit knows.
  case json
  /// SARIF 2.1.0, for code-scanning services and editors.
  case sarif
  /// One page for people, in a file of its own that needs nothing else.
  case html
  /// One sheet of paper with the scores, the checklist and the gravest findings.
  case summary
  /// The score as a small picture (SVG).
  case badge

  /// The usual end of a file's name, without the dot.
  package var fileExtension: String {
    switch self {
    case .text: "txt"
    case .json: "json"
    case .sarif: "sarif"
    case .html: "html"
    case .summary: "summary.html"
    case .badge: "svg"
    }
  }

  /// What writes the format.
  package func renderer(_ options: ReportOptions) -> any ReportRenderer {
    switch self {
    case .text: TextRenderer(options)
    case .json: JSONRenderer(options)
    case .sarif: SARIFRenderer(options)
    case .html: HTMLRenderer(options)
    case .summary: SummaryPageRenderer(options)
    case .badge: BadgeRenderer(options)
    }
  }
}
