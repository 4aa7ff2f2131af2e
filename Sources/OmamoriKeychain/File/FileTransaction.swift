#if !canImport(Darwin)
import OmamoriCore

/// A step of a keychain file, as its callers see it.
struct FileTransaction: KeychainTransaction {
  private let transaction: StoreTransaction

  init(_ transaction: StoreTransaction) { self.transaction = transaction }

  func put(_ item: NewItem, if condition: PutCondition) throws(KeychainError) -> Item? {
    try transaction.put(item, if: condition)
  }

  func find(_ query: ItemQuery, withSecrets: Bool) throws(KeychainError) -> [Item] {
    if query.itemClass == .identity {
      return try IdentityJoin.find(query, withSecrets: withSecrets) {
        query, withSecrets throws(KeychainError) in
        try find(query, withSecrets: withSecrets)
      }
    }
    return try transaction.find(query, withSecrets ? .secret : .metadata).map { row throws(KeychainError) in
      try row.unguardedItem()
    }
  }

  func update(_ query: ItemQuery, _ changes: ItemChanges) throws(KeychainError) -> Int {
    try transaction.update(query, changes)
  }

  func remove(_ query: ItemQuery) throws(KeychainError) -> Int { try transaction.remove(query) }
}

extension FoundRow {
  /// The row as an item where nobody can be asked.
  ///
  /// - Throws: ``KeychainError/denied`` when its secret needs somebody.
  func unguardedItem() throws(KeychainError) -> Item {
    switch secret {
    case .none: try item()
    case .value(let value) where record.accessControl?.isForUseOnly != true: try item(secret: value)
    case .value, .guarded: throw .denied
    }
  }
}
#endif
