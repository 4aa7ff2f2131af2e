import OmamoriCore

/// How many findings a reader sees, by severity, and how many are set aside and why: the same in every format.
struct FindingCounts: Hashable {
  /// The findings that are shown, by severity; a severity without one is missing.
  let shown: [Severity: Int]
  /// How many are suppressed.
  let suppressed: Int
  /// How many a baseline knows.
  let known: Int
  /// How many new ones are below the minimum confidence.
  let doubtful: Int
  /// How many new ones are certain enough and below the minimum severity.
  let minor: Int

  /// Counts the findings of `report`.
  init(_ report: AuditReport, _ options: ReportOptions) { self.init(report.findings, options) }

  /// Counts these findings; each is counted once.
  init(_ findings: [Finding], _ options: ReportOptions) {
    var shown: [Severity: Int] = [:]
    var (suppressed, known, doubtful, minor) = (0, 0, 0, 0)
    for finding in findings {
      if finding.suppression != nil {
        suppressed += 1
      } else if options.baselineState(of: finding) == .unchanged {
        known += 1
      } else if finding.confidence < options.minimumConfidence {
        doubtful += 1
      } else if finding.severity < options.minimumSeverity {
        minor += 1
      } else {
        shown[finding.severity, default: 0] += 1
      }
    }
    self.shown = shown
    (self.suppressed, self.known, self.doubtful, self.minor) = (suppressed, known, doubtful, minor)
  }

  /// How many findings are shown.
  var total: Int { shown.values.reduce(0, +) }

  /// What is not shown and why, in parentheses; `nil` when everything is shown.
  func hidden(in language: Language) -> String? {
    func say(_ english: String, _ japanese: String) -> String {
      LocalizedText(english, ja: japanese)[language]
    }
    var parts: [String] = []
    if suppressed > 0 { parts.append(say("\(suppressed) suppressed", "抑制 \(suppressed)")) }
    if known > 0 { parts.append(say("\(known) known from the baseline", "ベースライン既知 \(known)")) }
    if doubtful > 0 { parts.append(say("\(doubtful) of lower confidence", "確度が低いもの \(doubtful)")) }
    if minor > 0 { parts.append(say("\(minor) of lower severity", "深刻度が低いもの \(minor)")) }
    guard !parts.isEmpty else { return nil }
    return say("(not shown: \(parts.joined(separator: ", ")))", "（非表示: \(parts.joined(separator: "、"))）")
  }
}
