package import OmamoriReport

/// The rules that an audit runs, by what they look at.
package struct RuleSelection: Sendable {
  /// Rules that look at one Swift file.
  package let swift: [any SwiftRule]
  /// The same rules by what makes a file interesting to them.
  package let triggers: TriggerIndex
  /// Rules that look at the text of any file.
  package let text: [any TextRule]
  /// Rules that look at one file of Objective-C, C or C++.
  package let objectiveC: [any ObjectiveCRule]
  /// Rules that look at one storyboard or xib.
  package let interface: [any InterfaceRule]
  /// Rules that look at one property list.
  package let propertyList: [any PropertyListRule]
  /// Rules that look at one file of machine code.
  package let binary: [any BinaryRule]
  /// Rules that look at a built app.
  package let bundle: [any BundleRule]
  /// Rules that look at the whole project.
  package let project: [any ProjectRule]
  /// Rules that look at suppressions.
  package let suppression: [any SuppressionRule]
  /// The names that rules about the project want to know the uses of.
  package let names: Set<String>
  /// The rules about secrets that are off.
  let silent: SilentRules
  /// What is known about the rules.
  package let metadata: [RuleMetadata]
  private let rules: RuleSet

  /// The rules without those in `disabled`; what these would have masked stays masked if `isDiscreet`.
  package init(_ rules: RuleSet, without disabled: Set<RuleID> = [], isDiscreet: Bool = true) {
    self.rules = rules
    silent = SilentRules(isDiscreet ? disabled : [], of: rules)
    func isOn(_ rule: any Rule) -> Bool { !disabled.contains(type(of: rule).metadata.id) }
    swift = rules.swift.filter(isOn)
    triggers = TriggerIndex(swift)
    text = rules.text.filter(isOn)
    objectiveC = rules.objectiveC.filter(isOn)
    interface = rules.interface.filter(isOn)
    propertyList = rules.propertyList.filter(isOn)
    binary = rules.binary.filter(isOn)
    bundle = rules.bundle.filter(isOn)
    project = rules.project.filter(isOn)
    suppression = rules.suppression.filter(isOn)
    names = project.reduce(into: []) { names, rule in names.formUnion(type(of: rule).names) }
    metadata = rules.metadata.filter { !disabled.contains($0.id) }
  }

  /// These rules without all but the text rules that `isWanted` chooses.
  func onlyText(_ isWanted: (any TextRule) -> Bool) -> RuleSelection {
    let wanted = text.filter(isWanted).map { type(of: $0).metadata.id }
    return RuleSelection(
      rules, without: Set(rules.metadata.map(\.id)).subtracting(wanted), isDiscreet: false)
  }
}
