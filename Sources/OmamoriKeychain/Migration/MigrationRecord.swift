import OmamoriCore

/// How far a service has been migrated; the secret of a hidden item.
struct MigrationRecord: Codable, Sendable, Equatable {
  /// The number of the layout.
  var layout = 0
  /// The number of the layout that ``KeychainMigration/revert(discardingChanges:)`` leads back to.
  var firstLayout = 0
  /// How many items are kept as they were before.
  var entryCount = 0

  init() {}

  init(_ item: Item) throws(KeychainError) {
    guard let secret = item.secret,
      let record = try? JSONDecoder().decode(Self.self, from: Data(copying: secret)),
      record.entryCount >= 0, record.firstLayout >= 0, record.layout >= record.firstLayout
    else { throw .corrupt(.item) }
    self = record
  }
}

extension Data {
  /// The bytes of something that is kept as a secret and is none.
  init(copying secret: SharedSecretBytes) {
    self = secret.withBytes { bytes in
      // because the copy is made before the closure returns
      unsafe bytes.withUnsafeBytes { unsafe Data($0) }
    }
  }
}
