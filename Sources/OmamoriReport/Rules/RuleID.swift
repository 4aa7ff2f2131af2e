/// The name of a rule, such as `weak-hash`: lower-case words joined by `-`, stable for ever.
public struct RuleID: RawRepresentable, Sendable, Hashable, Codable, Comparable, ExpressibleByStringLiteral {
  /// The name.
  public let rawValue: String

  /// Makes an id from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes an id from a literal name.
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  /// Orders ids by name.
  public static func < (left: RuleID, right: RuleID) -> Bool { left.rawValue < right.rawValue }
}

extension RuleID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
