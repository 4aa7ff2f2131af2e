import OmamoriCore

/// The order in which a report lists things: total, so that it never depends on the order of arrival.
enum ReportOrder {
  /// Sorts findings, removes duplicates and numbers those that share rule, file and line text.
  static func numbered(_ findings: [Finding]) -> [Finding] {
    struct Key: Hashable {
      let rule: RuleID
      let file: String
      let line: String
    }
    // What is quoted around a finding does not make it another one.
    var excerpts: [Finding: SourceExcerpt?] = [:]
    for var finding in findings {
      let excerpt = finding.excerpt
      (finding.occurrence, finding.excerpt) = (0, nil)
      if let kept = excerpts[finding], kept != nil { continue }
      excerpts[finding] = .some(excerpt)
    }
    var seen: [Key: Int] = [:]
    return excerpts.sorted { precedes($0.key, $1.key) }.map { finding, excerpt in
      var numbered = finding
      numbered.excerpt = excerpt
      let key = Key(rule: finding.rule, file: finding.file, line: Fingerprint.normalized(finding.snippet))
      numbered.occurrence = seen[key, default: 0]
      seen[key] = numbered.occurrence + 1
      return numbered
    }
  }

  static func precedes(_ left: Finding, _ right: Finding) -> Bool {
    if left.file != right.file { return left.file < right.file }
    if left.region != right.region { return left.region < right.region }
    if left.rule != right.rule { return left.rule < right.rule }
    if left.severity != right.severity { return left.severity > right.severity }
    if left.confidence != right.confidence { return left.confidence > right.confidence }
    return details(left).lexicographicallyPrecedes(details(right))
  }

  static func precedes(_ left: Evidence, _ right: Evidence) -> Bool {
    let empty = SourceRegion(startLine: 0, startColumn: 0, endLine: 0, endColumn: 0)
    let (leftRegion, rightRegion) = (left.region ?? empty, right.region ?? empty)
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    if left.file != right.file { return left.file < right.file }
    if leftRegion != rightRegion { return leftRegion < rightRegion }
    return (left.message.english, left.message.japanese) < (right.message.english, right.message.japanese)
  }

  static func precedes(_ left: SkippedFile, _ right: SkippedFile) -> Bool {
    (left.file, left.reason.rawValue, left.message.english, left.message.japanese)
      < (right.file, right.reason.rawValue, right.message.english, right.message.japanese)
  }

  /// What still tells two findings apart that share place, rule and ratings.
  private static func details(_ finding: Finding) -> [String] {
    var parts = [
      finding.message.english, finding.message.japanese, finding.snippet, finding.context.rawValue,
      finding.suppression?.kind.rawValue ?? "", finding.suppression?.reason ?? "",
      finding.suppression?.author ?? "", finding.suppression?.expires?.description ?? "",
    ]
    for step in finding.flow + [nil] + finding.related.map(Optional.some) {
      guard let step else {
        parts.append("")
        continue
      }
      let region = step.region
      parts += [step.file, step.message.english, step.message.japanese]
      parts += [region.startLine, region.startColumn, region.endLine, region.endColumn].map(String.init)
    }
    return parts
  }
}
