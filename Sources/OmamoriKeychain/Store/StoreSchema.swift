#if !canImport(Darwin)

/// The tables of a store, exactly as they must stand in the file.
enum StoreSchema {
  /// The version of the format, kept in the file's header.
  static let version: Int64 = 1
  /// What the file's header says the file is: `OMKC`.
  static let application: Int64 = 0x4F4D_4B43

  /// What a connection needs before anything else; none of it changes the file.
  static let settings: StaticString = """
    PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;
    PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;
    """

  /// Makes the tables of an empty store.
  static let creation: StaticString = """
    CREATE TABLE meta(name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE slots(id BLOB PRIMARY KEY, ordinal INTEGER NOT NULL, record BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE keybag(id INTEGER PRIMARY KEY, generation INTEGER NOT NULL, sealed BLOB NOT NULL) STRICT;
    CREATE TABLE root(id INTEGER PRIMARY KEY, sealed BLOB NOT NULL) STRICT;
    CREATE TABLE items(generation INTEGER PRIMARY KEY, tag BLOB NOT NULL UNIQUE, uuid BLOB NOT NULL, protection \
    INTEGER NOT NULL, metadata BLOB NOT NULL, secret BLOB NOT NULL) STRICT;
    CREATE TABLE tombstones(generation INTEGER PRIMARY KEY, tag BLOB NOT NULL) STRICT;
    PRAGMA application_id = 1330465603; PRAGMA user_version = 1;
    """

  /// Throws unless the tables are those of a store and nothing is beside them.
  ///
  /// A trigger, a view or another index that somebody put into the file would run with our rights.
  ///
  /// - Throws: ``KeychainError/newerFormat(version:)``, ``KeychainError/corrupt(_:)``.
  static func check(_ database: Database) throws(KeychainError) {
    guard try database.number("PRAGMA application_id") == application else { throw .corrupt(.header) }
    let found = try database.number("PRAGMA user_version")
    guard found <= version else { throw .newerFormat(version: Int(clamping: found)) }
    guard found == version else { throw .corrupt(.header) }
    let statement = try database.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
    var texts: [String] = []
    defer { statement.reset() }
    while try statement.step(), texts.count <= expected.count { texts.append(statement.text(at: 0)) }
    guard texts == expected else { throw .corrupt(.header) }
  }

  /// The texts of the tables as SQLite keeps them, by the tables' names.
  private static let expected: [String] =
    creation.description.split(separator: ";").map { $0.trimmingPrefix { $0.isWhitespace } }
    .filter { $0.hasPrefix("CREATE TABLE") }
    .map { String($0) }
    .sorted { name(of: $0) < name(of: $1) }

  private static func name(of table: String) -> String {
    String(table.dropFirst("CREATE TABLE ".count).prefix { $0 != "(" })
  }
}
#endif
