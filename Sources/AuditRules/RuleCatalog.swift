package import AuditEngine
package import OmamoriCore
package import OmamoriReport

/// Every rule, by what it looks at.
///
/// The lists are written while building (see `RuleCatalogPlugin`): a rule is added by adding its file.
package enum RuleCatalog {
  /// All rules, as an audit takes them.
  package static let rules = RuleSet(
    all: all, swift: swift, fixing: fixing, text: text, objectiveC: objectiveC, interface: interface,
    propertyList: propertyList, binary: binary, bundle: bundle, project: project, suppression: suppression,
    standards: RuleMappings.standards)

  /// What is known about every rule, sorted by id.
  package static var metadata: [RuleMetadata] { rules.metadata }
  /// What the tool does about findings of each rule that it can repair.
  package static var repairs: [RuleID: LocalizedText] { rules.repairs }
  /// What has to be decided before the findings of a rule are repaired.
  package static var choices: [RuleID: LocalizedText] { rules.choices }
}

extension Auditor {
  /// Makes an auditor with every rule.
  package init(options: Options = Options()) { self.init(rules: RuleCatalog.rules, options: options) }
}

extension SourceFixer {
  /// Makes a fixer for what was audited, with every rule but those that were left out.
  package init(_ inventory: Inventory, without disabled: Set<RuleID> = []) {
    self.init(inventory, rules: RuleCatalog.rules, without: disabled)
  }
}

extension GitRepository {
  /// Looks for keys and tokens of services and for private keys in the history, with every rule that knows them.
  package func historySecrets(limits: HistoryLimits = HistoryLimits()) throws -> History {
    try historySecrets(RuleCatalog.rules, limits: limits)
  }
}

extension RuleSelection {
  /// Every rule, without those in `disabled`.
  package init(without disabled: Set<RuleID> = []) { self.init(RuleCatalog.rules, without: disabled) }
}
