package import OmamoriCore
package import OmamoriReport

/// The rules that an audit can run, by what they look at.
package struct RuleSet: Sendable {
  /// Every rule.
  package let all: [any Rule]
  /// Rules that look at one Swift file.
  package let swift: [any SwiftRule]
  /// Rules that look at one Swift file and can repair it.
  package let fixing: [any FixingRule]
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
  /// Rules about values on their way through the project.
  package let flow: [any FlowRule]
  /// What is known about every rule, sorted by id.
  package let metadata: [RuleMetadata]
  /// What the tool does about findings of each rule that it can repair.
  package let repairs: [RuleID: LocalizedText]
  /// What has to be decided before the findings of a rule are repaired; rules without a choice are missing.
  package let choices: [RuleID: LocalizedText]

  /// Makes a set of rules, each of which stands in `all` and in the list of each kind that it is of.
  ///
  /// `standards` says where each rule stands in the lists of OWASP; what a rule reads follows from its kinds as well.
  package init(
    all: [any Rule], swift: [any SwiftRule], fixing: [any FixingRule], text: [any TextRule],
    objectiveC: [any ObjectiveCRule], interface: [any InterfaceRule], propertyList: [any PropertyListRule],
    binary: [any BinaryRule], bundle: [any BundleRule], project: [any ProjectRule],
    suppression: [any SuppressionRule], standards: [RuleID: RuleStandards]
  ) {
    (self.all, self.swift, self.fixing, self.text) = (all, swift, fixing, text)
    (self.objectiveC, self.interface, self.propertyList) = (objectiveC, interface, propertyList)
    (self.binary, self.bundle, self.project, self.suppression) = (binary, bundle, project, suppression)
    flow = all.compactMap { $0 as? any FlowRule }
    let material: [(AuditInput, [any Rule])] = [
      (.swift, swift), (.swift, flow), (.objectiveC, objectiveC), (.interfaceBuilder, interface),
      (.binary, binary), (.binary, bundle),
    ]
    var inputs: [RuleID: Set<AuditInput>] = [:]
    for (input, rules) in material {
      for rule in rules { inputs[type(of: rule).metadata.id, default: []].insert(input) }
    }
    metadata = all.map { rule in
      let metadata = type(of: rule).metadata
      var place = standards[metadata.id] ?? RuleStandards(weaknesses: [], controls: [])
      place.inputs.formUnion(inputs[metadata.id] ?? [])
      return metadata.with(place)
    }.sorted { $0.id < $1.id }
    repairs = fixing.reduce(into: [:]) { $0[type(of: $1).metadata.id] = type(of: $1).repair }
    choices = fixing.reduce(into: [:]) { $0[type(of: $1).metadata.id] = type(of: $1).choice }
  }
}

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
  /// Rules about values on their way through the project.
  package let flow: [any FlowRule]
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
    flow = rules.flow.filter(isOn)
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

/// Rules by the names that make a file interesting to them.
package struct TriggerIndex: Sendable {
  /// The rules to which any file is interesting.
  private let always: [Int]
  private let byName: [String: [Int]]
  private let count: Int

  /// Indexes `rules` by their triggers; a rule is known by its place in the list.
  package init(_ rules: [any Rule]) {
    var (always, byName): ([Int], [String: [Int]]) = ([], [:])
    for (index, rule) in rules.enumerated() {
      let triggers = type(of: rule).triggers
      if triggers.isEmpty { always.append(index) }
      for name in triggers { byName[name, default: []].append(index) }
    }
    (self.always, self.byName, count) = (always, byName, rules.count)
  }

  /// The places of the rules to which a file with these names is interesting, in the order of the list.
  package func rules(for facts: SwiftFacts) -> [Int] {
    var isWanted = [Bool](repeating: false, count: count)
    for index in always { isWanted[index] = true }
    facts.forEachName { name in
      for index in byName[name] ?? [] { isWanted[index] = true }
    }
    return isWanted.indices.filter { isWanted[$0] }
  }
}
