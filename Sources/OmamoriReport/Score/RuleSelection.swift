import OmamoriCore

/// A set of rules by name and by the beginning of a name, so that later rules of a family belong to it as well.
struct RuleSelection: Sendable {
  let ids: Set<RuleID>
  let families: [String]

  init(_ ids: Set<RuleID> = [], families: [String] = []) {
    (self.ids, self.families) = (ids, families)
  }

  func contains(_ rule: RuleID) -> Bool {
    ids.contains(rule) || families.contains { rule.rawValue.hasPrefix($0) }
  }

  /// The findings that count against somebody: of these rules, not suppressed unless asked, at or above both marks.
  func counted(
    in findings: [Finding], from severity: Severity, confidence: Confidence = .medium
  ) -> [Finding] {
    findings.filter { finding in
      finding.severity >= severity && finding.confidence >= confidence && finding.severity > .info
        && contains(finding.rule)
    }
  }

  static func + (left: RuleSelection, right: RuleSelection) -> RuleSelection {
    RuleSelection(left.ids.union(right.ids), families: left.families + right.families)
  }
}
