import OmamoriCore

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
