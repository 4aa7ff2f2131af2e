package import OmamoriCore
package import OmamoriReport

/// A rule some of whose findings the tool can repair by itself.
///
/// It offers a fix together with the finding (see ``FileReport/add(_:at:_:severity:confidence:related:flow:secrets:fix:)``),
/// and only where the weak value itself stands in the place and what takes its place has the same type.
package protocol FixingRule: SwiftRule {
  /// What the repair does, as one sentence for people.
  static var repair: LocalizedText { get }
}

extension RuleCatalog {
  /// What the tool does about findings of each rule that it can repair.
  package static let repairs: [RuleID: LocalizedText] = fixing.reduce(into: [:]) { repairs, rule in
    repairs[type(of: rule).metadata.id] = type(of: rule).repair
  }
}
