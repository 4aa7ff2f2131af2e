import OmamoriReport

/// Rules about secrets that somebody switched off: nobody wants their findings, and yet no other finding may quote what
/// they know to be a secret.
struct SilentRules: Sendable {
  let swift: [any SwiftRule]
  let text: [any TextRule]
  let objectiveC: [any ObjectiveCRule]
  let interface: [any InterfaceRule]
  let propertyList: [any PropertyListRule]

  /// The rules about secrets among those in `disabled`.
  init(_ disabled: Set<RuleID>, of rules: RuleSet) {
    func isSilent(_ rule: any Rule) -> Bool {
      rule is any SecretRule && disabled.contains(type(of: rule).metadata.id)
    }
    swift = disabled.isEmpty ? [] : rules.swift.filter(isSilent)
    text = disabled.isEmpty ? [] : rules.text.filter(isSilent)
    objectiveC = disabled.isEmpty ? [] : rules.objectiveC.filter(isSilent)
    interface = disabled.isEmpty ? [] : rules.interface.filter(isSilent)
    propertyList = disabled.isEmpty ? [] : rules.propertyList.filter(isSilent)
  }

  /// Whether there are none.
  var isEmpty: Bool {
    swift.isEmpty && text.isEmpty && objectiveC.isEmpty && interface.isEmpty && propertyList.isEmpty
  }
}
