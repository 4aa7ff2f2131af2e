/// Says which items match a query, by the rules of Apple's keychain.
///
/// All conditions hold together; texts count as their bytes; an attribute of the primary key that an item does not have
/// counts as empty. A reference is for the store to look up.
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
  package func matches(_ item: KeychainItem) -> Bool {
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
  package func hasSameBytes(as other: AttributeValue) -> Bool {
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

/// Finds identities: certificates, each joined to the private key that its public key belongs to.
///
/// A store has no identities of its own. A certificate and a private key are one when the certificate's
/// ``ItemAttribute/publicKeyHash`` is the key's ``ItemAttribute/applicationLabel`` and both are in groups that the caller
/// may use. Has no state; safe to use from any thread.
package enum IdentityJoin {
  /// Finds the identities that match a query.
  ///
  /// Conditions on attributes that certificates have are for the certificate, all others for the key. The result has the
  /// certificate's reference, version, secret (the certificate itself), label and dates and the attributes of both; it is
  /// usable when the key is, so its accessibility, access control and protection are the key's.
  ///
  /// - Parameters:
  ///   - query: A query for ``ItemClass/identity``.
  ///   - withSecrets: Whether to read the certificates themselves.
  ///   - find: Finds the certificates and the keys; it gets queries for all that match. The secrets of keys are never
  ///     asked for.
  /// - Returns: The identities.
  /// - Throws: What `find` throws.
  package static func find(
    _ query: ItemQuery,
    withSecrets: Bool,
    _ find: (_ query: ItemQuery, _ withSecrets: Bool) throws(KeychainError) -> [KeychainItem]
  ) throws(KeychainError) -> [KeychainItem] {
    let (certificates, keys) = queries(of: query)
    var keysByHash: [AttributeValue: KeychainItem] = [:]
    for key in try find(keys, false) {
      guard let hash = key.attributes[.applicationLabel] else { continue }
      keysByHash[hash] = keysByHash[hash] ?? key
    }
    guard !keysByHash.isEmpty else { return [] }
    var identities: [KeychainItem] = []
    for certificate in try find(certificates, withSecrets) {
      guard let hash = certificate.attributes[.publicKeyHash], let key = keysByHash[hash] else { continue }
      identities.append(join(certificate, key))
      if let most = query.limit.greatestCount, identities.count == most { break }
    }
    return identities
  }

  /// The query for the certificates and the one for the private keys.
  package static func queries(of query: ItemQuery) -> (certificates: ItemQuery, keys: ItemQuery) {
    var certificates = query
    (certificates.itemClass, certificates.attributes, certificates.limit) = (.certificate, [:], .all)
    var keys = query
    (keys.itemClass, keys.attributes, keys.limit) = (.key, [.keyClass: .number(KeyClass.private)], .all)
    for (attribute, value) in query.attributes.values {
      if ItemClass.certificate.attributes.contains(attribute) {
        certificates.attributes[attribute] = value
      } else {
        keys.attributes[attribute] = value
      }
    }
    return (certificates, keys)
  }

  /// The identity of a certificate and its key.
  package static func join(_ certificate: KeychainItem, _ key: KeychainItem) -> KeychainItem {
    var attributes = key.attributes
    attributes.merge(certificate.attributes)
    let joined = NewItem(
      .identity, attributes, secret: nil, accessibility: key.accessibility, accessControl: key.accessControl)
    return KeychainItem(
      joined, accessGroup: certificate.accessGroup, synchronization: certificate.synchronization,
      protection: key.protection, reference: certificate.reference, version: certificate.version,
      secret: certificate.secret)
  }
}

/// The values of ``ItemAttribute/keyClass``, as `kSecAttrKeyClass` has them.
enum KeyClass {
  static let `public`: Int64 = 0
  static let `private`: Int64 = 1
  static let symmetric: Int64 = 2
}

/// What many items of a store have in common, so that they can be listed without looking at all others: the class, the
/// access group, and the service, server or tag.
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
