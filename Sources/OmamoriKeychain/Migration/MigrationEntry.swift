import OmamoriCore

/// What an item was before a migration changed it, or that it was not there.
struct MigrationEntry: Sendable {
  /// The item's persistent reference.
  let reference: PersistentReference
  /// The item with its secret; `nil` when the migration added it.
  let item: NewItem?

  /// Brings the item back.
  func restore(_ transaction: any KeychainTransaction) throws(KeychainError) {
    let query = ItemQuery(reference)
    guard let item else {
      _ = try transaction.remove(query)
      return
    }
    // Its names first, so that what follows replaces it and it keeps its reference; then all the rest.
    if try !transaction.find(query, withSecrets: false).isEmpty {
      var names = ItemChanges(accessGroup: item.accessGroup, isSynchronizable: item.isSynchronizable)
      for attribute in item.itemClass.primaryKey {
        names.attributes[attribute] = item.attributes[attribute] ?? attribute.emptyValue
      }
      if item.isSynchronizable { names.accessibility = item.accessibility }
      _ = try transaction.update(query, names)
    }
    guard try transaction.put(item, if: .always) != nil else { throw .contended }
  }
}

extension ItemAttribute {
  /// What a missing attribute of a primary key counts as.
  var emptyValue: AttributeValue {
    switch kind {
    case .text: .text("")
    case .data: .data(Data())
    case .number: .number(0)
    case .flag: .flag(false)
    case .date: .date(Date(timeIntervalSinceReferenceDate: 0))
    }
  }
}
