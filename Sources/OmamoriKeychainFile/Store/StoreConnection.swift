import OmamoriCore
import OmamoriKeychain

/// A connection to a store with the statements that it needs, each prepared once.
///
/// One thread at a time.
final class StoreConnection {
  /// The connection itself.
  let database: Database
  /// The file that is open.
  let identity: FileStatus.Identity

  /// The root and, where there is one, the row with a tag.
  let rootAndRow: Statement
  /// The root.
  let root: Statement
  /// A row by its tag.
  let row: Statement
  /// The rows with tags in a range.
  let rows: Statement
  /// All rows.
  let allRows: Statement
  /// What integrity needs of the rows after a generation.
  let heads: Statement
  /// The tombstones after a generation.
  let tombstones: Statement
  /// Adds a row.
  let insert: Statement
  /// Replaces a row by its generation.
  let replace: Statement
  /// Removes a row by its generation.
  let remove: Statement
  /// Adds a tombstone.
  let bury: Statement
  /// Forgets old tombstones.
  let forget: Statement
  /// Writes the root.
  let writeRoot: Statement

  private let begin: Statement
  private let beginReading: Statement
  private let commitChanges: Statement

  /// Opens a store that is there.
  ///
  /// - Parameters:
  ///   - location: The folder.
  ///   - isDurable: Whether a commit waits for the disk.
  /// - Throws: `KeychainError`.
  init(_ location: StoreLocation, isDurable: Bool) throws(KeychainError) {
    guard try location.hasStore(), let identity = try location.identity() else {
      throw .unavailable(.store)
    }
    self.identity = identity
    database = try Database(opening: location.file)
    try database.execute(StoreSchema.settings)
    try database.execute(isDurable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
    try StoreSchema.check(database)
    rootAndRow = try database.prepare(
      """
      SELECT i.generation, i.tag, i.uuid, i.protection, i.metadata, i.secret, r.sealed
      FROM root r LEFT JOIN items i ON i.tag = ?1 WHERE r.id = 1
      """)
    root = try database.prepare("SELECT sealed FROM root WHERE id = 1")
    row = try database.prepare(
      "SELECT generation, tag, uuid, protection, metadata, secret FROM items WHERE tag = ?1")
    rows = try database.prepare(
      """
      SELECT generation, tag, uuid, protection, metadata, secret FROM items
      WHERE tag BETWEEN ?1 AND ?2 ORDER BY tag
      """)
    allRows = try database.prepare(
      "SELECT generation, tag, uuid, protection, metadata, secret FROM items ORDER BY generation")
    heads = try database.prepare(
      """
      SELECT generation, tag, uuid, protection, substr(metadata, -16) FROM items
      WHERE generation > ?1 ORDER BY generation
      """)
    tombstones = try database.prepare(
      "SELECT generation, tag FROM tombstones WHERE generation > ?1 ORDER BY generation")
    insert = try database.prepare(
      "INSERT INTO items(generation, tag, uuid, protection, metadata, secret) VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
    replace = try database.prepare(
      """
      UPDATE items SET generation = ?1, tag = ?2, uuid = ?3, protection = ?4, metadata = ?5, secret = ?6
      WHERE generation = ?7
      """)
    remove = try database.prepare("DELETE FROM items WHERE generation = ?1")
    bury = try database.prepare("INSERT INTO tombstones(generation, tag) VALUES(?1, ?2)")
    forget = try database.prepare("DELETE FROM tombstones WHERE generation <= ?1")
    writeRoot = try database.prepare("UPDATE root SET sealed = ?1 WHERE id = 1")
    begin = try database.prepare("BEGIN IMMEDIATE")
    beginReading = try database.prepare("BEGIN DEFERRED")
    commitChanges = try database.prepare("COMMIT")
  }

  /// Whether the store's name still stands for the file that is open.
  ///
  /// - Throws: `KeychainError.file(_:code:)`.
  func isCurrent(_ location: StoreLocation) throws(KeychainError) -> Bool {
    try location.identity() == identity
  }

  /// Runs `body` with one state of the store.
  ///
  /// - Throws: `KeychainError` and what `body` throws.
  func reading<Result>(_ body: () throws(KeychainError) -> Result) throws(KeychainError) -> Result {
    try beginReading.run()
    defer { rollBack() }
    return try body()
  }

  /// Runs `body` as the only writer; all it does is done in the end or none of it.
  ///
  /// - Throws: `KeychainError` and what `body` throws.
  func writing<Result>(_ body: () throws(KeychainError) -> Result) throws(KeychainError) -> Result {
    try begin.run()
    do throws(KeychainError) {
      let result = try body()
      try commitChanges.run()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// The root as it stands in the file.
  ///
  /// - Throws: `KeychainError.corrupt(_:)`.
  func sealedRoot() throws(KeychainError) -> [UInt8] {
    defer { root.reset() }
    guard try root.step() else { throw .corrupt(.items) }
    return root.bytes(at: 0)
  }

  /// The number of the keybag that stands in the file.
  ///
  /// - Throws: `KeychainError`.
  func keybagGeneration() throws(KeychainError) -> UInt64 {
    UInt64(clamping: try database.number("SELECT generation FROM keybag WHERE id = 1"))
  }

  /// Calls `body` with every row after a generation, in their order.
  ///
  /// - Throws: `KeychainError` and what `body` throws.
  func forEachHead(
    since generation: Int64, _ body: (RowHead) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    defer { heads.reset() }
    try heads.bind(generation, at: 1)
    while try heads.step() { try body(try heads.head()) }
  }

  /// Ends a transaction without its changes.
  private func rollBack() {
    guard database.isInTransaction else { return }
    // A rollback that fails leaves nothing to undo: SQLite has rolled back by itself then.
    try? database.execute("ROLLBACK")
  }
}
