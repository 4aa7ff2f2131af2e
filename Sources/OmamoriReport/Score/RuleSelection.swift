import OmamoriCore

/// A set of rules by name and by the beginning of a name, so that later rules of a family belong to it as well.
struct RuleSelection: Sendable {
  let ids: Set<RuleID>
  let families: [String]
  /// Rules of the families that do not count.
  let others: Set<RuleID>

  init(_ ids: Set<RuleID> = [], families: [String] = [], except others: Set<RuleID> = []) {
    (self.ids, self.families, self.others) = (ids, families, others)
  }

  func contains(_ rule: RuleID) -> Bool {
    ids.contains(rule) || families.contains { rule.rawValue.hasPrefix($0) } && !others.contains(rule)
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
    RuleSelection(
      left.ids.union(right.ids), families: left.families + right.families,
      except: left.others.union(right.others))
  }
}
