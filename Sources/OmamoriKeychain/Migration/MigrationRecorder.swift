import OmamoriCore

/// A step of a store that remembers what every item was before the step first touched it, and what it has to be after.
final class MigrationRecorder: KeychainTransaction {
  /// What has to be read back of an item; `nil` for an item that has to be gone.
  private struct Expectation {
    var attributes: ItemAttributes
    var secret: SharedSecretBytes?
    var hasControl: Bool
  }

  private let transaction: any KeychainTransaction
  private var entries: [MigrationEntry] = []
  private var expected: [PersistentReference: Expectation?] = [:]

  init(_ transaction: any KeychainTransaction) { self.transaction = transaction }

  func find(_ query: ItemQuery, withSecrets: Bool) throws(KeychainError) -> [Item] {
    try transaction.find(query, withSecrets: withSecrets)
  }

  func put(_ item: NewItem, if condition: PutCondition) throws(KeychainError) -> Item? {
    let before = try transaction.find(ItemQuery(namesakesOf: item), withSecrets: true)
    guard let stored = try transaction.put(item, if: condition) else { return nil }
    remember(stored.reference, before.first { $0.reference == stored.reference })
    expected[stored.reference] = Expectation(
      attributes: item.attributes, secret: item.secret, hasControl: stored.accessControl != nil)
    return stored
  }

  func update(_ query: ItemQuery, _ changes: ItemChanges) throws(KeychainError) -> Int {
    let before = try all(query)
    let count = try transaction.update(query, changes)
    for item in before {
      remember(item.reference, item)
      var expectation = Expectation(
        attributes: NewItem(item).attributes, secret: item.secret, hasControl: false)
      expectation.attributes.merge(changes.attributes)
      if let secret = changes.secret { expectation.secret = secret }
      expectation.hasControl = changes.accessControl.map { !$0.constraints.isEmpty } ?? false
      expected[item.reference] = expectation
    }
    return count
  }

  func remove(_ query: ItemQuery) throws(KeychainError) -> Int {
    let before = try all(query)
    let count = try transaction.remove(query)
    for item in before {
      remember(item.reference, item)
      expected.updateValue(nil, forKey: item.reference)
    }
    return count
  }

  /// Reads everything back that was written and says whether it is the same.
  func isAsWritten() throws(KeychainError) -> Bool {
    for (reference, expectation) in expected {
      guard try isAsWritten(reference, expectation) else { return false }
    }
    return true
  }

  /// What the items were before the step, with the states that they have after it.
  func finished() throws(KeychainError) -> [MigrationEntry] {
    var finished = entries
    for index in finished.indices {
      let found = try transaction.find(ItemQuery(finished[index].reference), withSecrets: false).first
      finished[index].written = found.map { MigrationEntry.Written.version($0.version) } ?? .gone
    }
    return finished
  }

  private func isAsWritten(
    _ reference: PersistentReference, _ expectation: Expectation?
  ) throws(KeychainError) -> Bool {
    // The secret of an item with an access control cannot be read here; that it is there can.
    let withSecrets = expectation?.hasControl == false
    let found = try transaction.find(ItemQuery(reference), withSecrets: withSecrets)
    guard let expectation else { return found.isEmpty }
    guard let item = found.first, found.count == 1 else { return false }
    let hasAttributes = expectation.attributes.values.allSatisfy { attribute, value in
      item.attributes[attribute].map { $0.hasSameBytes(as: value) } ?? value.isEmptyOrZero
    }
    guard hasAttributes else { return false }
    guard withSecrets else { return item.accessControl != nil }
    let empty = SharedSecretBytes(SecretBytes(copying: []))
    return (item.secret ?? empty) == (expectation.secret ?? empty)
  }

  /// All items that an update or a removal is for, with their secrets.
  private func all(_ query: ItemQuery) throws(KeychainError) -> [Item] {
    var query = query
    if query.reference == nil { query.limit = .all }
    return try transaction.find(query, withSecrets: true)
  }

  private func remember(_ reference: PersistentReference, _ item: Item?) {
    guard expected.index(forKey: reference) == nil else { return }
    entries.append(MigrationEntry(reference: reference, item: item.map { NewItem($0) }))
  }
}
