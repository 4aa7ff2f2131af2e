/// What many items of a store have in common, so that they can be listed without looking at all others: the class, the
/// access group, and the service, server or tag.
///
/// A value; safe to share between threads.
package struct ItemScope: Sendable, Hashable {
  /// The class, the group and the attribute, the last two behind their length in four bytes, big endian.
  package let bytes: [UInt8]

  /// The attribute of a class that items are listed by; `nil` for classes that have none.
  package static func attribute(of itemClass: ItemClass) -> ItemAttribute? {
    switch itemClass {
    case .genericPassword: .service
    case .internetPassword: .server
    case .key: .applicationTag
    case .certificate, .identity: nil
    }
  }

  /// The scope of an item.
  ///
  /// - Parameters:
  ///   - itemClass: The class.
  ///   - attributes: The attributes; a missing one counts as empty.
  ///   - group: The access group.
  package init(_ itemClass: ItemClass, _ attributes: ItemAttributes, group: String) {
    var canonical = CanonicalBytes(itemClass)
    canonical.append(group)
    canonical.append(Self.attribute(of: itemClass).flatMap { attributes[$0] })
    bytes = canonical.bytes
  }

  /// The scopes that an item may lie in to match a query; `nil` when the query leaves too much open.
  ///
  /// - Parameters:
  ///   - query: A query that ``ItemRules`` has found valid.
  ///   - groups: The groups that the query is for; see ``ItemMatcher/groups``.
  /// - Returns: One scope for each group.
  package static func all(of query: ItemQuery, groups: [String]?) -> [ItemScope]? {
    guard let itemClass = query.itemClass, itemClass != .identity, let groups else { return nil }
    if let attribute = attribute(of: itemClass), query.attributes[attribute] == nil { return nil }
    return groups.map { ItemScope(itemClass, query.attributes, group: $0) }
  }
}
