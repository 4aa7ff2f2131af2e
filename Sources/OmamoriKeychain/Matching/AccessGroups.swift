/// The access groups that a caller of a store may use.
///
/// A group is a name that several programs share items under. A store knows which ones a caller may use; a group that
/// is asked for by name and may not be used is refused, and items of such groups are never found otherwise.
public struct AccessGroups: Sendable, Hashable {
  /// The longest name of a group, in bytes of UTF-8.
  package static let greatestNameSize = 512

  /// Every group, and `default` for items that name none.
  public static let every = AccessGroups(default: "default", others: nil)

  /// The group of items that name none.
  public let `default`: String
  /// The other groups; `nil` for every one.
  private let others: Set<String>?
  /// The names of all groups, the default one first; `nil` when these are every one.
  package let names: [String]?

  /// Allows some groups.
  ///
  /// - Parameters:
  ///   - default: The group of items that name none.
  ///   - others: The other groups; `nil` for every one.
  public init(default: String, others: Set<String>? = []) {
    (self.default, self.others) = (`default`, others)
    names = others.map { [`default`] + $0.subtracting([`default`]).sorted() }
  }

  /// Says whether items of a group may be used.
  public func allows(_ group: String) -> Bool {
    guard let others else { return true }
    return group.hasSameBytes(as: self.default) || others.contains { $0.hasSameBytes(as: group) }
  }

  /// The group of a new item, or the group that a query asks for by name.
  ///
  /// - Parameter name: The name that was given; `nil` for the default one.
  /// - Returns: The group.
  /// - Throws: ``KeychainError/accessGroupDenied``, or what is wrong with the name.
  package func group(named name: String?) throws(KeychainError) -> String {
    guard let name else { return self.default }
    try ItemRules.checkGroup(name)
    guard allows(name) else { throw .accessGroupDenied }
    return name
  }
}
