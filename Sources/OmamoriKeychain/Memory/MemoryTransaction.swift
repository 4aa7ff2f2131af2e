/// A step on a copy of a keychain in memory.
final class MemoryTransaction: KeychainTransaction {
  private(set) var state: MemoryState

  init(_ state: MemoryState) { self.state = state }

  func put(_ item: NewItem, if condition: PutCondition) throws(KeychainError) -> Item? {
    try state.put(item, if: condition, MemoryProof())
  }

  func find(_ query: ItemQuery, withSecrets: Bool) throws(KeychainError) -> [Item] {
    try state.find(query, withSecrets: withSecrets, MemoryProof())
  }

  func update(_ query: ItemQuery, _ changes: ItemChanges) throws(KeychainError) -> Int {
    try state.update(query, changes, MemoryProof())
  }

  func remove(_ query: ItemQuery) throws(KeychainError) -> Int { try state.remove(query) }
}
