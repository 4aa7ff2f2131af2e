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
  /// What is known about every rule, sorted by id.
  package let metadata: [RuleMetadata]
  /// What the tool does about findings of each rule that it can repair.
  package let repairs: [RuleID: LocalizedText]

  /// Makes a set of rules, each of which stands in `all` and in the list of each kind that it is of.
  package init(
    all: [any Rule], swift: [any SwiftRule], fixing: [any FixingRule], text: [any TextRule],
    objectiveC: [any ObjectiveCRule], interface: [any InterfaceRule], propertyList: [any PropertyListRule],
    binary: [any BinaryRule], bundle: [any BundleRule], project: [any ProjectRule],
    suppression: [any SuppressionRule]
  ) {
    (self.all, self.swift, self.fixing, self.text) = (all, swift, fixing, text)
    (self.objectiveC, self.interface, self.propertyList) = (objectiveC, interface, propertyList)
    (self.binary, self.bundle, self.project, self.suppression) = (binary, bundle, project, suppression)
    metadata = all.map { type(of: $0).metadata }.sorted { $0.id < $1.id }
    repairs = fixing.reduce(into: [:]) { $0[type(of: $1).metadata.id] = type(of: $1).repair }
  }
}
