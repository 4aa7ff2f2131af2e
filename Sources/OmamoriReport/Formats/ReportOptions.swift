package import OmamoriCore

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
  }
}

extension ReportOptions {
  /// Whether `finding` is certain and severe enough to be shown.
  func shows(_ finding: Finding) -> Bool {
    finding.confidence >= minimumConfidence && finding.severity >= minimumSeverity
  }
}
