#if !canImport(Darwin)
/// A transaction that an agent carries out request by request.
struct AgentTransaction: KeychainTransaction {
  let call: AgentCall

  func put(_ item: NewItem, if condition: PutCondition) throws(KeychainError) -> Item? {
    guard case .item(let stored) = try call.ask(.put(item, condition, .none)) else {
      throw KeychainError.corrupt(.agent)
    }
    return stored
  }

  func find(_ query: ItemQuery, withSecrets: Bool) throws(KeychainError) -> [Item] {
    let reply = try call.ask(.find(query, withSecrets: withSecrets, .none))
    guard case .items(let items, _) = reply else { throw KeychainError.corrupt(.agent) }
    return items
  }

  func update(_ query: ItemQuery, _ changes: ItemChanges) throws(KeychainError) -> Int {
    guard case .count(let count) = try call.ask(.update(query, changes, .none)) else {
      throw KeychainError.corrupt(.agent)
    }
    return count
  }

  func remove(_ query: ItemQuery) throws(KeychainError) -> Int {
    guard case .count(let count) = try call.ask(.remove(query)) else { throw KeychainError.corrupt(.agent) }
    return count
  }
}
#endif
