public import OmamoriCore

/// Everything an audit found, ready to be scored and written in any format.
///
/// Findings are sorted by file, place and rule and free of duplicates, so that the same input gives the same bytes.
public struct AuditReport: Sendable {
  /// What was audited.
  public let target: AuditTarget
  /// The rules that were run, sorted by id.
  public let rules: [RuleMetadata]
  /// What was found, suppressed findings included.
  public let findings: [Finding]
  /// What was seen that answers questions of the checklist, sorted by kind, file and place.
  public let evidence: [Evidence]
  /// What material was there.
  public let inputs: Set<AuditInput>
  /// What happened to the files.
  public let files: FileCounts
  /// The files that were skipped, sorted by name.
  public let skipped: [SkippedFile]
  /// When the audit began.
  public let startedAt: Date
  /// How long it took.
  public let duration: Duration

  /// Makes a report: sorts, removes duplicates and numbers what looks alike.
  public init(
    target: AuditTarget, rules: [RuleMetadata], findings: [Finding], evidence: [Evidence],
    inputs: Set<AuditInput>, files: FileCounts, skipped: [SkippedFile], startedAt: Date, duration: Duration
  ) {
    self.target = target
    self.rules = rules.sorted { $0.id < $1.id }
    self.findings = Self.numbered(Set(findings).sorted(by: Self.precedes))
    self.evidence = Set(evidence).sorted {
      ($0.kind.rawValue, $0.file, $0.region?.startLine ?? 0, $0.region?.startColumn ?? 0, $0.message.english)
        < (
          $1.kind.rawValue, $1.file, $1.region?.startLine ?? 0, $1.region?.startColumn ?? 0,
          $1.message.english
        )
    }
    self.inputs = inputs
    self.files = files
    self.skipped = skipped.sorted { $0.file < $1.file }
    (self.startedAt, self.duration) = (startedAt, duration)
  }

  private static func precedes(_ left: Finding, _ right: Finding) -> Bool {
    if left.file != right.file { return left.file < right.file }
    if left.region != right.region { return left.region < right.region }
    if left.rule != right.rule { return left.rule < right.rule }
    return left.message.english < right.message.english
  }

  private static func numbered(_ sorted: [Finding]) -> [Finding] {
    struct Key: Hashable {
      let rule: RuleID
      let file: String
      let snippet: String
    }
    var seen: [Key: Int] = [:]
    return sorted.map { finding in
      var numbered = finding
      let key = Key(rule: finding.rule, file: finding.file, snippet: finding.snippet)
      numbered.occurrence = seen[key, default: 0]
      seen[key] = numbered.occurrence + 1
      return numbered
    }
  }
}
