import OmamoriCore

/// What tells an item apart from all others of a store: its class, the attributes of the class's primary key, the access
/// group and synchronizability.
///
/// Texts count as their bytes.
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
  package init(_ item: KeychainItem) {
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

/// Bytes in which no two different lists of values look the same: each value stands behind its length.
package struct CanonicalBytes {
  package private(set) var bytes: [UInt8] = []

  /// Begins with an item class.
  package init(_ itemClass: ItemClass) {
    bytes.reserveCapacity(160)
    bytes.append(contentsOf: itemClass.rawValue.utf8)
  }

  /// Adds a text.
  package mutating func append(_ text: String) {
    appendLength(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  /// Adds the value of an attribute of a primary key; a missing one counts as empty or zero.
  package mutating func append(_ value: AttributeValue?) {
    switch value {
    case nil: appendLength(0)
    case .text(let text): append(text)
    case .data(let data):
      appendLength(data.count)
      bytes.append(contentsOf: data)
    case .number(0), .flag(false): appendLength(0)
    case .number(let number):
      appendLength(8)
      appendWord(UInt64(bitPattern: number))
    case .flag(true):
      appendLength(1)
      bytes.append(1)
    case .date(let date):
      appendLength(8)
      appendWord(date.timeIntervalSinceReferenceDate.bitPattern)
    }
  }

  /// Adds yes or no.
  package mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  private mutating func appendLength(_ length: Int) {
    let length = UInt32(truncatingIfNeeded: length)
    for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
  }

  private mutating func appendWord(_ word: UInt64) {
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }
}

extension String {
  /// Says whether both consist of the same bytes, as Apple's keychain compares names: "é" in one code point and "é" in
  /// two are different accounts, although they are equal as texts of Swift.
  package func hasSameBytes(as other: String) -> Bool {
    let (left, right) = (utf8, other.utf8)
    return left.count == right.count && left.elementsEqual(right)
  }
}
