import OmamoriCore

/// What became of the items of a migration after its steps.
struct MigrationChanges: Sendable {
  /// Whether an item that a step wrote is not there any more.
  var isRemoved = false
  /// The items that are not what the steps made of them, and items that took the name of one since.
  var changed: [Item] = []
}

extension MigrationJournal {
  /// Compares the items that are kept with those that are there now.
  ///
  /// - Parameters:
  ///   - record: How far the service has been migrated.
  ///   - transaction: The step of the store.
  /// - Returns: What became of them.
  /// - Throws: ``KeychainError``.
  func changes(
    _ record: MigrationRecord, _ transaction: any KeychainTransaction
  ) throws(KeychainError) -> MigrationChanges {
    // The last step that touched an item says what the item has to be.
    var written: [PersistentReference: MigrationEntry.Written] = [:]
    var names: [ItemQuery] = []
    for number in 0..<record.entryCount {
      let entry = try entry(number, transaction)
      written[entry.reference] = entry.written
      if let name = entry.namesake { names.append(name) }
    }
    var changes = MigrationChanges()
    var seen: Set<PersistentReference> = []
    for (reference, state) in written {
      guard case .version(let version) = state else { continue }
      guard let item = try transaction.find(ItemQuery(reference), withSecrets: false).first else {
        changes.isRemoved = true
        continue
      }
      if item.version != version, seen.insert(reference).inserted { changes.changed.append(item) }
    }
    for name in names {
      for item in try transaction.find(name, withSecrets: false) {
        guard written[item.reference] == nil, seen.insert(item.reference).inserted else { continue }
        changes.changed.append(item)
      }
    }
    return changes
  }
}
