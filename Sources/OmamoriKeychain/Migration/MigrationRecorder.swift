package import OmamoriCore

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

  func find(_ query: ItemQuery, withSecrets: Bool) throws(KeychainError) -> [KeychainItem] {
    try transaction.find(query, withSecrets: withSecrets)
  }

  func put(_ item: NewItem, if condition: PutCondition) throws(KeychainError) -> KeychainItem? {
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
  private func all(_ query: ItemQuery) throws(KeychainError) -> [KeychainItem] {
    var query = query
    if query.reference == nil { query.limit = .all }
    return try transaction.find(query, withSecrets: true)
  }

  private func remember(_ reference: PersistentReference, _ item: KeychainItem?) {
    guard expected.index(forKey: reference) == nil else { return }
    entries.append(MigrationEntry(reference: reference, item: item.map { NewItem($0) }))
  }
}

/// How far a service has been migrated; the secret of a hidden item.
struct MigrationRecord: Codable, Sendable, Equatable {
  /// The number of the layout.
  var layout = 0
  /// The number of the layout that ``KeychainMigration/revert(discardingChanges:)`` leads back to.
  var firstLayout = 0
  /// How many items are kept as they were before.
  var entryCount = 0

  init() {}

  init(_ item: KeychainItem) throws(KeychainError) {
    guard let secret = item.secret,
      let record = try? JSONDecoder().decode(Self.self, from: Data(copying: secret)),
      record.entryCount >= 0, record.firstLayout >= 0, record.layout >= record.firstLayout
    else { throw .corrupt(.item) }
    self = record
  }
}

extension Data {
  /// The bytes of something that is kept as a secret and is none.
  package init(copying secret: SharedSecretBytes) {
    self = secret.withBytes { bytes in
      // because the copy is made before the closure returns
      unsafe bytes.withUnsafeBytes { unsafe Data($0) }
    }
  }
}

/// The hidden items of a migration: how far it has come, and what items were before.
struct MigrationJournal: Sendable {
  private let place: KeychainPlacement

  init(service: String, accessGroup: String?) {
    place = KeychainPlacement(service: "dev.omamori.migration/" + service, accessGroup: accessGroup)
  }

  /// Finds the record.
  var record: ItemQuery { place.query("record", isSynchronizable: false) }

  func read(_ transaction: any KeychainTransaction) throws(KeychainError) -> MigrationRecord {
    guard let item = try transaction.find(record, withSecrets: true).first else { return MigrationRecord() }
    return try MigrationRecord(item)
  }

  func write(_ record: MigrationRecord, _ transaction: any KeychainTransaction) throws(KeychainError) {
    guard let data = try? JSONEncoder().encode(record) else { throw .invalidRequest(.valueKind) }
    // As long-lived as the items themselves: a backup that has them has the number of their layout.
    let secret = SharedSecretBytes(SecretBytes(wiping: data))
    try put("record", secret, .afterFirstUnlock, transaction)
  }

  func append(
    _ entry: MigrationEntry, to record: inout MigrationRecord, _ transaction: any KeychainTransaction
  ) throws(KeychainError) {
    let accessibility = entry.item?.accessibility ?? .afterFirstUnlock
    try put("\(record.entryCount).item", try entry.encoded(), accessibility, transaction)
    if let secret = entry.item?.secret {
      try put("\(record.entryCount).secret", secret, accessibility, transaction)
    }
    record.entryCount += 1
  }

  func entry(_ number: Int, _ transaction: any KeychainTransaction) throws(KeychainError) -> MigrationEntry {
    guard let encoded = try secret("\(number).item", transaction) else { throw .corrupt(.item) }
    return try MigrationEntry(encoded, secret: try secret("\(number).secret", transaction))
  }

  func removeEntry(_ number: Int, _ transaction: any KeychainTransaction) throws(KeychainError) {
    for part in ["item", "secret"] { _ = try transaction.remove(place.query("\(number).\(part)")) }
  }

  /// Gives up what items were before: there is no way behind the layout of now any more.
  ///
  /// - Returns: How many items could have been brought back until now.
  @discardableResult
  func discard(
    _ record: inout MigrationRecord, _ transaction: any KeychainTransaction
  ) throws(KeychainError) -> Int {
    let count = record.entryCount
    for number in 0..<count { try removeEntry(number, transaction) }
    (record.entryCount, record.firstLayout) = (0, record.layout)
    try write(record, transaction)
    return count
  }

  private func put(
    _ name: String, _ secret: SharedSecretBytes, _ accessibility: ItemAccessibility,
    _ transaction: any KeychainTransaction
  ) throws(KeychainError) {
    let attributes: ItemAttributes = [
      .account: .text(name), .service: .text(place.service), .isInvisible: .flag(true),
    ]
    let item = NewItem(
      .genericPassword, attributes, secret: secret, accessGroup: place.accessGroup,
      accessibility: accessibility)
    guard try transaction.put(item, if: .always) != nil else { throw .contended }
  }

  /// A secret; an item without one holds an empty one.
  private func secret(
    _ name: String, _ transaction: any KeychainTransaction
  ) throws(KeychainError) -> SharedSecretBytes? {
    let query = place.query(name, isSynchronizable: false)
    guard let item = try transaction.find(query, withSecrets: true).first else { return nil }
    return item.secret ?? SharedSecretBytes(SecretBytes(copying: []))
  }
}
