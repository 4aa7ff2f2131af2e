/// The name of a rule, such as `weak-hash`: lower-case words joined by `-`, stable for ever.
package struct RuleID: RawRepresentable, Sendable, Hashable, Codable, Comparable, ExpressibleByStringLiteral {
  /// The name.
  package let rawValue: String

  /// Makes an id from its name.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// Makes an id from a literal name.
  package init(stringLiteral value: String) { self.init(rawValue: value) }

  /// Orders ids by name.
  package static func < (left: RuleID, right: RuleID) -> Bool { left.rawValue < right.rawValue }
}

extension RuleID: CustomStringConvertible {
  /// The name.
  package var description: String { rawValue }
}
