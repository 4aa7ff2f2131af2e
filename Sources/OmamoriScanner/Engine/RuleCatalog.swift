package import OmamoriReport

/// Every rule, by what it looks at.
///
/// `RuleCatalog.all` is written while building (see `RuleCatalogPlugin`): a rule is added by adding its file.
package enum RuleCatalog {
  /// Rules that look at one Swift file.
  package static let swift: [any SwiftRule] = all.compactMap { $0 as? any SwiftRule }

  /// Rules that look at the text of any file.
  package static let text: [any TextRule] = all.compactMap { $0 as? any TextRule }

  /// Rules that look at one file of Objective-C, C or C++.
  package static let objectiveC: [any ObjectiveCRule] = all.compactMap { $0 as? any ObjectiveCRule }

  /// Rules that look at one storyboard or xib.
  package static let interface: [any InterfaceRule] = all.compactMap { $0 as? any InterfaceRule }

  /// Rules that look at one property list.
  package static let propertyList: [any PropertyListRule] = all.compactMap { $0 as? any PropertyListRule }

  /// Rules that look at one file of machine code.
  package static let binary: [any BinaryRule] = all.compactMap { $0 as? any BinaryRule }

  /// Rules that look at a built app.
  package static let bundle: [any BundleRule] = all.compactMap { $0 as? any BundleRule }

  /// Rules that look at the whole project.
  package static let project: [any ProjectRule] = all.compactMap { $0 as? any ProjectRule }

  /// Rules that look at suppressions.
  package static let suppression: [any SuppressionRule] = all.compactMap { $0 as? any SuppressionRule }

  /// What is known about every rule, sorted by id.
  package static let metadata: [RuleMetadata] = all.map { type(of: $0).metadata }.sorted { $0.id < $1.id }
}
