#if !canImport(Darwin)
import OmamoriCore

extension Store {
  /// Makes an empty store in a folder that is there.
  ///
  /// - Parameters:
  ///   - location: The folder.
  ///   - id: What tells the store from all others.
  ///   - header: The slots and the keybag.
  ///   - ring: The keys, which seal the root.
  /// - Throws: ``KeychainError/storeExists``, and nothing is changed; other ``KeychainError``, and nothing is left.
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
#endif
