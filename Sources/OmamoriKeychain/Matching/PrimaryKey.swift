/// What tells an item apart from all others of a store: its class, the attributes of the class's primary key, the access
/// group and synchronizability.
///
/// Texts count as their bytes. A value; safe to share between threads.
package struct PrimaryKey: Sendable, Hashable {
  /// The class, the attributes in the order of ``ItemClass/primaryKey``, the group, and 1 for synchronizable items; each
  /// but the first and the last behind its length in four bytes, big endian.
  package let bytes: [UInt8]

  /// The primary key of an item.
  ///
  /// - Parameters:
  ///   - itemClass: The class.
  ///   - attributes: The attributes; those of the primary key that are missing count as empty.
  ///   - group: The access group, never `nil` here: the store's default one has a name too.
  ///   - isSynchronizable: Whether the item is meant for other devices.
  package init(_ itemClass: ItemClass, _ attributes: ItemAttributes, group: String, isSynchronizable: Bool) {
    var canonical = CanonicalBytes(itemClass)
    for attribute in itemClass.primaryKey { canonical.append(attributes[attribute]) }
    canonical.append(group)
    canonical.append(isSynchronizable)
    bytes = canonical.bytes
  }

  /// The primary key of a stored item.
  package init(_ item: Item) {
    self.init(
      item.itemClass, item.attributes, group: item.accessGroup,
      isSynchronizable: item.synchronization.isRequested)
  }

  /// The primary keys that an item may have to match a query; `nil` when the query leaves too much open.
  ///
  /// - Parameters:
  ///   - query: A query that ``ItemRules`` has found valid.
  ///   - groups: The groups that the query is for; see ``ItemMatcher/groups``.
  /// - Returns: One or two keys for each group.
  package static func all(of query: ItemQuery, groups: [String]?) -> [PrimaryKey]? {
    guard let itemClass = query.itemClass, itemClass != .identity, let groups,
      itemClass.primaryKey.allSatisfy({ query.attributes[$0] != nil })
    else { return nil }
    return groups.flatMap { group in
      query.synchronizable.flags.map { flag in
        PrimaryKey(itemClass, query.attributes, group: group, isSynchronizable: flag)
      }
    }
  }
}

extension ItemQuery.Synchronizable {
  /// The values of synchronizability that match.
  package var flags: [Bool] {
    switch self {
    case .no: [false]
    case .yes: [true]
    case .any: [false, true]
    }
  }
}
