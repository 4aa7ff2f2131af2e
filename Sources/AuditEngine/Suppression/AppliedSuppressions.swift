package import OmamoriReport

/// The findings of an audit with those marked that somebody suppressed, and what the suppressions came to.
package struct AppliedSuppressions {
  /// All findings, suppressed ones included.
  package private(set) var findings: [Finding] = []
  /// For each suppression in a source, the rules of it that held for nothing.
  package private(set) var sources: [(suppression: SourceSuppression, unused: [String])] = []
  /// For each suppression in a configuration, how many findings it holds for.
  package private(set) var externalUses: [Int]

  private struct RuleInFile: Hashable {
    let rule: String
    let file: String
  }

  /// Today, against which the days of suppressions are held.
  package let today: CalendarDay
  /// The rules of the audit.
  package let rules: Set<RuleID>

  /// Marks every finding that one of the suppressions holds for.
  ///
  /// A suppression holds when it gives a reason, its day has not passed, it names the rule and the finding starts or
  /// ends in its lines. Suppressions themselves cannot be suppressed.
  package init(
    _ findings: [Finding], sources suppressions: [SourceSuppression], external: [ExternalSuppression],
    rules: Set<RuleID>, today: CalendarDay
  ) {
    (self.rules, self.today) = (rules, today)
    externalUses = external.map { _ in 0 }
    let valid = suppressions.indices.filter { suppressions[$0].fault(on: today) == nil }
    var byRule: [RuleInFile: [Int]] = [:]
    for index in valid {
      for rule in suppressions[index].rules {
        byRule[RuleInFile(rule: rule, file: suppressions[index].file), default: []].append(index)
      }
    }
    var used = suppressions.map { _ in Set<String>() }
    for finding in findings {
      var marked = finding
      let name = finding.rule.rawValue
      let region = finding.region
      for index in byRule[RuleInFile(rule: name, file: finding.file)] ?? [] {
        let lines = suppressions[index].lines
        guard lines.contains(region.startLine) || lines.contains(region.endLine) else { continue }
        used[index].insert(name)
        marked.suppression = marked.suppression ?? suppressions[index].suppression
      }
      for (index, suppression) in external.enumerated()
      where marked.suppression == nil && suppression.holds(for: finding, on: today) {
        externalUses[index] += 1
        marked.suppression = suppression.suppression
      }
      self.findings.append(marked)
    }
    sources = suppressions.indices.map { index in
      (suppressions[index], suppressions[index].rules.filter { !used[index].contains($0) })
    }
  }

  /// Adds what rules about suppressions found.
  package mutating func add(_ findings: [Finding]) { self.findings += findings }
}

extension ExternalSuppression {
  fileprivate func holds(for finding: Finding, on today: CalendarDay) -> Bool {
    guard rules.contains(finding.rule), suppression.expires.map({ $0 >= today }) ?? true else { return false }
    return pattern.matches(RelativePath(bytes: Array(finding.file.utf8)))
  }
}
