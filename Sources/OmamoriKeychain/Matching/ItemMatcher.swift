/// Says which items match a query, by the rules of Apple's keychain.
///
/// All conditions hold together; texts count as their bytes; an attribute of the primary key that an item does not have
/// counts as empty. A reference is for the store to look up. A value; safe to share between threads.
package struct ItemMatcher: Sendable {
  /// The query.
  package let query: ItemQuery
  /// The one group that the query asks for by name, or all that the caller may use; `nil` when these are every group.
  package let groups: [String]?

  private let allowed: AccessGroups

  /// Makes a matcher of a query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - allowed: The groups that the caller may use.
  /// - Throws: ``KeychainError`` when the query contradicts itself or asks for a group that may not be used.
  package init(_ query: ItemQuery, _ allowed: AccessGroups) throws(KeychainError) {
    try ItemRules.check(query)
    if let name = query.accessGroup {
      groups = [try allowed.group(named: name)]
    } else {
      groups = allowed.names
    }
    (self.query, self.allowed) = (query, allowed)
  }

  /// Says whether an item matches; a query by reference matches every item in a group that may be used.
  ///
  /// - Parameters:
  ///   - itemClass: The item's class.
  ///   - attributes: The item's attributes.
  ///   - group: The item's access group.
  ///   - isSynchronizable: Whether the item is meant for other devices.
  /// - Returns: Whether all conditions hold.
  package func matches(
    _ itemClass: ItemClass, _ attributes: ItemAttributes, group: String, isSynchronizable: Bool
  ) -> Bool {
    guard allowed.allows(group) else { return false }
    guard query.reference == nil else { return true }
    guard itemClass == query.itemClass else { return false }
    if let name = query.accessGroup, !name.hasSameBytes(as: group) { return false }
    switch query.synchronizable {
    case .no where isSynchronizable: return false
    case .yes where !isSynchronizable: return false
    default: break
    }
    return query.attributes.values.allSatisfy { attribute, wanted in
      guard let value = attributes[attribute] else {
        return wanted.isEmptyOrZero && itemClass.primaryKey.contains(attribute)
      }
      return value.hasSameBytes(as: wanted)
    }
  }

  /// Says whether an item matches.
  package func matches(_ item: Item) -> Bool {
    matches(
      item.itemClass, item.attributes, group: item.accessGroup,
      isSynchronizable: item.synchronization.isRequested)
  }
}

extension AttributeValue {
  /// Whether this is what a missing attribute of a primary key counts as.
  var isEmptyOrZero: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .data(let data): data.isEmpty
    case .number(let number): number == 0
    case .flag(let flag): !flag
    case .date: false
    }
  }

  /// Says whether both are of the same kind and have the same value, texts byte for byte.
  func hasSameBytes(as other: AttributeValue) -> Bool {
    guard case .text(let left) = self, case .text(let right) = other else { return self == other }
    return left.hasSameBytes(as: right)
  }
}

extension ItemQuery.Limit {
  /// The most items that a search gives; `nil` for all.
  package var greatestCount: Int? {
    switch self {
    case .one: 1
    case .count(let count): count
    case .all: nil
    }
  }
}
