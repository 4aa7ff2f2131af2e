import OmamoriCore
import OmamoriKeychain

extension Store {
  /// Makes an empty store in a folder that is there.
  ///
  /// - Parameters:
  ///   - location: The folder.
  ///   - id: What tells the store from all others.
  ///   - header: The slots and the keybag.
  ///   - ring: The keys, which seal the root.
  /// - Throws: `KeychainError.storeExists`, and nothing is changed; other `KeychainError`, and nothing is left.
  static func create(
    in location: StoreLocation, _ id: StoreID, _ header: StoreHeader, _ ring: KeyRing
  ) throws(KeychainError) {
    try location.making { path throws(KeychainError) in
      let database = try Database(opening: path)
      try database.execute(
        """
        PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL
        """)
      try database.execute(StoreSchema.settings)
      try database.execute("BEGIN IMMEDIATE")
      try database.execute(StoreSchema.creation)
      let meta = try database.prepare("INSERT INTO meta(name, value) VALUES('store', ?1)")
      try meta.bind(id.bytes, at: 1)
      try meta.run()
      try header.write(database)
      var root = RootRecord()
      root.keybagGeneration = header.keybagGeneration
      let sealer = try ItemSealer(id, ring, keybagGeneration: header.keybagGeneration)
      let statement = try database.prepare("INSERT INTO root(id, sealed) VALUES(1, ?1)")
      try statement.bind(try sealer.seal(root), at: 1)
      try statement.run()
      try database.execute("COMMIT")
      guard try database.emptyLog() else { throw .busy }
    }
  }
}

/// One of a store's two sides, that of readers and that of the writer: a connection and the keys, ready to be used.
///
/// Lives behind a lock. The keys are dropped, and wiped with that, as soon as others are in force.
final class StoreSide {
  private let location: StoreLocation
  private let isDurable: Bool
  private var open: StoreConnection?
  private var sealer: ItemSealer?
  /// The version of the keys that are ready to be used.
  private(set) var keyVersion: UInt64 = 0

  /// Opens a side.
  ///
  /// - Throws: `KeychainError`.
  init(_ location: StoreLocation, isDurable: Bool) throws(KeychainError) {
    (self.location, self.isDurable) = (location, isDurable)
    open = try StoreConnection(location, isDurable: isDurable)
  }

  /// The connection to the file that the store's name stands for.
  ///
  /// - Returns: The connection.
  /// - Throws: `KeychainError`; `KeychainError.unavailable(_:)` after ``close()`` and when the file is gone.
  func connection() throws(KeychainError) -> StoreConnection {
    guard let open else { throw .unavailable(.store) }
    if try open.isCurrent(location) { return open }
    let next = try StoreConnection(location, isDurable: isDurable)
    self.open = next
    return next
  }

  /// The keys in force.
  ///
  /// - Throws: `KeychainError.locked`.
  func sealer(_ inForce: Protected<StoreKeys>, _ store: StoreID) throws(KeychainError) -> ItemSealer {
    if let sealer, inForce.withLock({ $0.version }) == keyVersion { return sealer }
    let keys = inForce.current
    dropKeys()
    guard let ring = keys.ring else { throw .locked }
    let made = try ItemSealer(store, ring, keybagGeneration: keys.keybagGeneration)
    (sealer, keyVersion) = (made, keys.version)
    return made
  }

  /// Drops the keys.
  func dropKeys() { sealer = nil }

  /// Closes the connection.
  func close() {
    dropKeys()
    open = nil
  }
}
