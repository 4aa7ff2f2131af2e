import OmamoriCore

/// What an item was before a migration changed it, or that it was not there.
struct MigrationEntry: Sendable {
  /// The item's persistent reference.
  let reference: PersistentReference
  /// The item with its secret; `nil` when the migration added it.
  let item: NewItem?
  /// The state of the item after the step, so that a later change can be seen.
  var written = Written.unknown

  /// What an item was right after a step.
  enum Written: Sendable, Equatable {
    /// An older version of the toolkit did not write it down.
    case unknown
    /// It was not there any more.
    case gone
    /// It was in this state.
    case version(ItemVersion)
  }

  /// Finds whatever has the names now that the item had before; `nil` when the step added it.
  var namesake: ItemQuery? { item.map { ItemQuery(namesakesOf: $0) } }

  /// Brings the item back.
  ///
  /// - Parameters:
  ///   - transaction: The step of the store.
  ///   - moved: The new references of items that were brought back before after they had been removed.
  /// - Throws: ``KeychainError``.
  func restore(
    _ transaction: any KeychainTransaction, _ moved: inout [PersistentReference: PersistentReference]
  ) throws(KeychainError) {
    let query = ItemQuery(moved[reference] ?? reference)
    guard let item else {
      _ = try transaction.remove(query)
      return
    }
    let current = try transaction.find(query, withSecrets: false).first
    if let current, item.isSynchronizable, current.accessControl != nil {
      // It could not be synchronizable as it is, and nobody can be asked to take the access control away.
      _ = try transaction.remove(query)
    } else if current != nil {
      // Its names first, so that what follows replaces it and it keeps its reference; then all the rest.
      var names = ItemChanges(accessGroup: item.accessGroup, isSynchronizable: item.isSynchronizable)
      for attribute in item.itemClass.primaryKey {
        names.attributes[attribute] = item.attributes[attribute] ?? attribute.emptyValue
      }
      if item.isSynchronizable { names.accessibility = item.accessibility }
      _ = try transaction.update(query, names)
    }
    guard let restored = try transaction.put(item, if: .always) else { throw .contended }
    moved[reference] = restored.reference
  }
}

extension ItemQuery {
  /// Finds the items with the primary key of another one.
  init(namesakesOf item: NewItem) {
    self.init(
      item.itemClass, accessGroup: item.accessGroup, synchronizable: item.isSynchronizable ? .yes : .no,
      limit: .all)
    for attribute in item.itemClass.primaryKey {
      attributes[attribute] = item.attributes[attribute] ?? attribute.emptyValue
    }
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
