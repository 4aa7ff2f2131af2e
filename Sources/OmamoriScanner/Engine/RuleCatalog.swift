package import OmamoriReport

/// Every rule, by what it looks at. A new rule is added here and nowhere else.
package enum RuleCatalog {
  /// Rules that look at one Swift file.
  package static let swift: [any SwiftRule] = [
    // M10 Insufficient Cryptography
    RandomStatusIgnored()
  ]

  /// Rules that look at the text of any file.
  package static let text: [any TextRule] = []

  /// What is known about every rule, sorted by id.
  package static let metadata: [RuleMetadata] = {
    let rules: [any Rule] = swift + text
    return rules.map { type(of: $0).metadata }.sorted { $0.id < $1.id }
  }()
}
