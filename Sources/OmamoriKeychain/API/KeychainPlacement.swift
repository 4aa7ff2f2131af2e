import OmamoriCore

/// Where the keys of a service lie in a store.
struct KeychainPlacement: Sendable {
  let service: String
  let accessGroup: String?

  /// The item of a key's value.
  func item<Value>(_ value: Value, _ key: Keychain.Key<Value>) throws(KeychainError) -> NewItem {
    guard !key.name.isEmpty, !service.isEmpty else { throw .invalidRequest(.emptyName) }
    var attributes: ItemAttributes = [.account: .text(key.name), .service: .text(service)]
    if let label = key.label { attributes[.label] = .text(label) }
    if let comment = key.comment { attributes[.comment] = .text(comment) }
    return NewItem(
      .genericPassword, attributes, secret: SharedSecretBytes(try key.encode(value)),
      accessGroup: accessGroup, isSynchronizable: key.isSynchronizable, accessibility: key.accessibility,
      accessControl: key.accessControl)
  }

  /// The items of a name, synchronizable or not.
  func query(_ name: String) -> ItemQuery {
    var query = all
    query.attributes[.account] = .text(name)
    return query
  }

  /// The item of a name.
  func query(_ name: String, isSynchronizable: Bool) -> ItemQuery {
    var query = query(name)
    query.synchronizable = isSynchronizable ? .yes : .no
    query.limit = .one
    return query
  }

  /// All items of the service.
  var all: ItemQuery {
    ItemQuery(
      .genericPassword, [.service: .text(service)], accessGroup: accessGroup, synchronizable: .any,
      limit: .all)
  }
}
