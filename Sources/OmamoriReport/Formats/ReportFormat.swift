package import OmamoriCore

/// A format a report can be written in.
@nonexhaustive
package enum ReportFormat: String, CaseIterable, Sendable, Hashable, Codable {
  /// For people: by rule at a terminal, and as ``lines`` elsewhere.
  case text
  /// One line a finding, in the form compilers use.
  case lines
  /// Omamori's own JSON, with everything the audit knows.
  case json
  /// SARIF 2.1.0, for code-scanning services and editors.
  case sarif
  /// Annotations of GitHub Actions.
  case github
  /// A code quality report of GitLab.
  case gitlab
  /// JUnit's XML, which most build services show.
  case junit
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
    case .lines: "lines"
    case .json: "json"
    case .sarif: "sarif"
    case .github: "github.txt"
    case .gitlab: "codequality.json"
    case .junit: "xml"
    case .html: "html"
    case .summary: "summary.html"
    case .badge: "svg"
    }
  }

  /// Whether findings are written for people and editors, not for programs that read documents.
  package var isText: Bool { self == .text || self == .lines || self == .github }

  /// What writes the format.
  package func renderer(_ options: ReportOptions) -> any ReportRenderer {
    switch self {
    case .text: options.isForTerminal ? TerminalReport(options) : TextRenderer(options)
    case .lines: TextRenderer(options)
    case .json: JSONRenderer(options)
    case .sarif: SARIFRenderer(options)
    case .github: GitHubRenderer(options)
    case .gitlab: GitLabRenderer(options)
    case .junit: JUnitRenderer(options)
    case .html: HTMLRenderer(options)
    case .summary: SummaryPageRenderer(options)
    case .badge: BadgeRenderer(options)
    }
  }
}

/// How a report is written.
package struct ReportOptions: Sendable, Hashable {
  /// The program that writes the report.
  package var tool: ToolIdentity
  /// The language of everything written for people.
  package var language: Language
  /// Whether areas that could not be examined count as failed in the checklist score.
  package var strictCoverage: Bool
  /// The least confidence of findings in text and SARIF; JSON always holds all of them.
  package var minimumConfidence: Confidence
  /// The least severity of findings in text and SARIF; JSON always holds all of them.
  package var minimumSeverity: Severity
  /// Whether text carries ANSI colours; a tool sets it when it writes to a terminal.
  package var usesColour: Bool
  /// Whether text is for a person at a terminal: findings by rule, and a short summary.
  package var isForTerminal: Bool
  /// Whether the text for a terminal holds the steps of each flow.
  package var showsDetails: Bool
  /// How many findings make the audit fail, and from which severity on; `nil` when none does.
  package var failure: AuditFailure?
  /// The columns a summary may fill, at least 40.
  package var width: Int
  /// The absolute folder that file names in text are put behind, as Xcode wants them; `nil` leaves them relative.
  package var absoluteRoot: String?
  /// The audited folder relative to the repository's root, for SARIF; empty when it is the root.
  package var repositoryPath: String
  /// The fingerprints that were known before, or `nil` when findings are not compared with a baseline.
  package var baseline: Set<Fingerprint>?
  /// The exit code the tool is going to end with, for SARIF's invocation; `nil` when it is not known.
  package var exitCode: Int?

  /// Makes options with everything at its default except the tool and the language.
  package init(tool: ToolIdentity, language: Language = .en) {
    (self.tool, self.language) = (tool, language)
    (strictCoverage, minimumConfidence, usesColour, width) = (false, .medium, false, 100)
    minimumSeverity = .info
    (absoluteRoot, repositoryPath, baseline, exitCode) = (nil, "", nil, nil)
    (isForTerminal, showsDetails, failure) = (false, false, nil)
  }
}

/// Why an audit fails.
package struct AuditFailure: Sendable, Hashable {
  /// How many findings reach the severity.
  package let count: Int
  /// The severity from which on findings fail.
  package let severity: Severity

  /// Makes a reason.
  package init(count: Int, severity: Severity) { (self.count, self.severity) = (count, severity) }
}

extension ReportOptions {
  /// Whether `finding` is certain and severe enough to be shown.
  func shows(_ finding: Finding) -> Bool {
    finding.confidence >= minimumConfidence && finding.severity >= minimumSeverity
  }

  /// The findings of `report` that are shown and that no baseline knows.
  func findings(in report: AuditReport) -> [Finding] {
    report.activeFindings.filter { shows($0) && baselineState(of: $0) != .unchanged }
  }

  /// `file` relative to the root of the repository.
  func pathInRepository(of file: String) -> String {
    SARIFLocation(repositoryPath: repositoryPath).path(of: file)
  }
}

/// Writes a report in one format: a pure function, so that the same report and options give the same text.
package protocol ReportRenderer: Sendable {
  /// The report as a text that ends with a line feed, or is empty when there is nothing to say.
  func render(_ report: AuditReport) -> String
}

/// The program that writes a report.
package struct ToolIdentity: Sendable, Hashable {
  /// Its name.
  package let name: String
  /// Its version, such as `1.2.0`.
  package let version: String
  /// An absolute web address with information about it, or `nil`.
  package let informationURI: String?

  /// Makes an identity.
  package init(name: String = "omamori", version: String, informationURI: String? = nil) {
    (self.name, self.version, self.informationURI) = (name, version, informationURI)
  }
}

/// How a finding compares with a baseline.
package enum BaselineState: String, CaseIterable, Sendable, Hashable, Codable {
  /// The baseline does not know the finding.
  case new
  /// The baseline knows the finding.
  case unchanged
}

extension ReportOptions {
  /// How `finding` compares with the baseline, or `nil` when there is none.
  package func baselineState(of finding: Finding) -> BaselineState? {
    baseline.map { $0.contains(finding.fingerprint) ? .unchanged : .new }
  }
}
