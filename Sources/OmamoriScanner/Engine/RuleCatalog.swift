package import OmamoriReport

/// Every rule, by what it looks at.
///
/// The lists are written while building (see `RuleCatalogPlugin`): a rule is added by adding its file.
package enum RuleCatalog {
  /// What is known about every rule, sorted by id.
  package static let metadata: [RuleMetadata] = all.map { type(of: $0).metadata }.sorted { $0.id < $1.id }
}
