import OmamoriCore
import OmamoriCrypto

/// The tables of a relay's store, version 2.
///
/// Nothing in them can be opened by the relay. A sender is stored with an envelope until it is acknowledged, since the
/// recipient has to choose a conversation; afterwards there is a keyed digest only.
enum StoreSchema {
  /// What makes each version out of the one before; a store of an older one is brought up to date when it is opened.
  private static let steps = [first, second]

  static let first = """
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
    CREATE TABLE accounts (
      id INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT NOT NULL UNIQUE, identity BLOB NOT NULL,
      prekeys BLOB, arrivals INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE TABLE entries (
      id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, name TEXT NOT NULL,
      digest BLOB NOT NULL, entry BLOB, given INTEGER, UNIQUE (account, name)) STRICT;
    CREATE INDEX entries_left ON entries (account, id) WHERE entry IS NOT NULL;
    CREATE INDEX entries_given ON entries (given) WHERE given IS NOT NULL;
    CREATE TABLE envelopes (
      recipient INTEGER NOT NULL, sequence INTEGER NOT NULL, sender INTEGER NOT NULL,
      identifier TEXT NOT NULL, received INTEGER NOT NULL, size INTEGER NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY (recipient, sequence)) STRICT;
    CREATE INDEX envelopes_size ON envelopes (recipient, size);
    CREATE INDEX envelopes_sender ON envelopes (recipient, sender, size);
    CREATE INDEX envelopes_received ON envelopes (received);
    CREATE TABLE receipts (
      digest BLOB PRIMARY KEY, content BLOB NOT NULL, received INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX receipts_received ON receipts (received);
    CREATE TABLE attachments (
      identifier TEXT PRIMARY KEY, digest BLOB NOT NULL, received INTEGER NOT NULL, size INTEGER NOT NULL,
      body BLOB NOT NULL) STRICT;
    CREATE INDEX attachments_received ON attachments (received);
    CREATE INDEX attachments_size ON attachments (size);
    """

  /// What senders have in mailboxes and attachments, and which accounts know each other.
  private static let second = """
    ALTER TABLE accounts ADD COLUMN stored INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE envelopes ADD COLUMN standing INTEGER NOT NULL DEFAULT 0;
    DROP INDEX envelopes_size; DROP INDEX envelopes_sender; DROP INDEX attachments_size;
    CREATE INDEX envelopes_queue ON envelopes (recipient, sender, standing, size);
    UPDATE accounts SET stored = waiting.bytes
    FROM (SELECT sender, sum(size + 256) AS bytes FROM envelopes GROUP BY sender) AS waiting
    WHERE waiting.sender = accounts.id;
    CREATE TABLE contacts (
      owner INTEGER NOT NULL, digest BLOB NOT NULL, standing INTEGER NOT NULL, seen INTEGER NOT NULL,
      PRIMARY KEY (owner, digest)) STRICT, WITHOUT ROWID;
    CREATE INDEX contacts_seen ON contacts (seen);
    CREATE TABLE totals (name TEXT PRIMARY KEY, bytes INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO totals SELECT 'attachments', coalesce(sum((size + 4095) / 4096 * 4096 + 512), 0) FROM attachments;
    CREATE TABLE uploads (
      account INTEGER NOT NULL, day INTEGER NOT NULL, bytes INTEGER NOT NULL,
      PRIMARY KEY (account, day)) STRICT, WITHOUT ROWID;
    """

  /// Sets a connection up and makes the tables when there are none.
  ///
  /// - Parameters:
  ///   - database: The connection.
  ///   - limit: The most bytes of the database.
  /// - Returns: The key of the receipts.
  /// - Throws: ``RelayError``.
  static func prepare(_ database: Database, limit: Int) throws(RelayError) -> SymmetricKey {
    // What is deleted is overwritten, and a success is told only when it is on the disk.
    try database.execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
      PRAGMA journal_size_limit = 67108864; PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON;
      """)
    let pageSize = try database.number("PRAGMA page_size")
    try database.execute("PRAGMA max_page_count = \(max(16, limit / max(1, Int(pageSize))))")
    let version = try database.number("PRAGMA user_version")
    guard (0...Int64(steps.count)).contains(version) else { throw .store(code: notOurs) }
    if version < steps.count {
      let secret: [UInt8]
      do throws(CoreError) {
        secret = try SystemRandomness().bytes(count: 32)
      } catch {
        throw .core(error)
      }
      try database.transaction { database throws(RelayError) in
        for step in steps[Int(version)...] { try database.execute(step) }
        if version == 0 { try database.run("INSERT INTO secrets VALUES ('receipts', ?1)", .bytes(secret)) }
        try database.execute("PRAGMA user_version = \(steps.count)")
      }
    }
    let statement = try database.query("SELECT value FROM secrets WHERE name = 'receipts'")
    guard try statement.step(), case let key = statement.bytes(at: 0), key.count == 32 else {
      throw .store(code: corrupt)
    }
    return SymmetricKey(data: key)
  }

  /// `SQLITE_NOTADB` and `SQLITE_CORRUPT`.
  private static let (notOurs, corrupt): (Int32, Int32) = (26, 11)
}
