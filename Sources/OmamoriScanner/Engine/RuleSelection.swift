package import OmamoriReport

/// The rules that an audit runs, by what they look at.
package struct RuleSelection: Sendable {
  /// Rules that look at one Swift file.
  let swift: [any SwiftRule]
  /// The same rules by what makes a file interesting to them.
  let triggers: TriggerIndex
  /// Rules that look at the text of any file.
  let text: [any TextRule]
  /// Rules that look at one file of Objective-C, C or C++.
  let objectiveC: [any ObjectiveCRule]
  /// Rules that look at one storyboard or xib.
  let interface: [any InterfaceRule]
  /// Rules that look at one property list.
  let propertyList: [any PropertyListRule]
  /// Rules that look at one file of machine code.
  let binary: [any BinaryRule]
  /// Rules that look at a built app.
  let bundle: [any BundleRule]
  /// Rules that look at the whole project.
  let project: [any ProjectRule]
  /// Rules that look at suppressions.
  let suppression: [any SuppressionRule]
  /// The names that rules about the project want to know the uses of.
  let names: Set<String>
  /// The rules about secrets that are off.
  let silent: SilentRules
  /// What is known about the rules.
  package let metadata: [RuleMetadata]

  /// Every rule, without those in `disabled`; what these would have masked stays masked if `isDiscreet`.
  package init(without disabled: Set<RuleID> = [], isDiscreet: Bool = true) {
    silent = SilentRules(isDiscreet ? disabled : [])
    func isOn(_ rule: any Rule) -> Bool { !disabled.contains(type(of: rule).metadata.id) }
    swift = RuleCatalog.swift.filter(isOn)
    triggers = TriggerIndex(swift)
    text = RuleCatalog.text.filter(isOn)
    objectiveC = RuleCatalog.objectiveC.filter(isOn)
    interface = RuleCatalog.interface.filter(isOn)
    propertyList = RuleCatalog.propertyList.filter(isOn)
    binary = RuleCatalog.binary.filter(isOn)
    bundle = RuleCatalog.bundle.filter(isOn)
    project = RuleCatalog.project.filter(isOn)
    suppression = RuleCatalog.suppression.filter(isOn)
    names = project.reduce(into: []) { names, rule in names.formUnion(type(of: rule).names) }
    metadata = RuleCatalog.metadata.filter { !disabled.contains($0.id) }
  }

  /// These rules without all but the text rules that `isWanted` chooses.
  func onlyText(_ isWanted: (any TextRule) -> Bool) -> RuleSelection {
    let wanted = text.filter(isWanted).map { type(of: $0).metadata.id }
    return RuleSelection(
      without: Set(RuleCatalog.metadata.map(\.id)).subtracting(wanted), isDiscreet: false)
  }
}
