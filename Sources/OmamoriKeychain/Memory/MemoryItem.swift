import OmamoriCore

/// An item in memory.
struct MemoryItem: Sendable {
  /// What was stored, with its access group.
  var item: NewItem
  /// The access group.
  var group: String
  let reference: PersistentReference
  let created: Date
  var modified: Date
  var generation: UInt64
  /// The fingers or the face that the item is bound to.
  var enrolment: Int
  /// The password of the item's own.
  var password: SharedSecretBytes?

  var key: PrimaryKey {
    PrimaryKey(item.itemClass, item.attributes, group: group, isSynchronizable: item.isSynchronizable)
  }

  var version: ItemVersion {
    ItemVersion(data: Data((0..<8).map { UInt8(truncatingIfNeeded: generation >> (56 - 8 * UInt64($0))) }))
  }

  /// The attributes with the dates.
  var attributes: ItemAttributes {
    var attributes = item.attributes
    attributes[.creationDate] = .date(created)
    attributes[.modificationDate] = .date(modified)
    return attributes
  }

  /// The item as a search gives it.
  func found(withSecret: Bool) -> Item {
    var found = item
    found.attributes = attributes
    return Item(
      found, accessGroup: group, synchronization: item.isSynchronizable ? .notSynchronized : .local,
      protection: item.accessControl == nil ? .none : .gate, reference: reference, version: version,
      secret: withSecret ? item.secret : nil)
  }
}
