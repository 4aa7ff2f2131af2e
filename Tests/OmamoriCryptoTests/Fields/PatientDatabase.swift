import CSQLite
import Foundation
import OmamoriCrypto

/// An example of an application's store: SQLite with two sealed columns, one of which can be searched.
///
/// Rows are named by identifiers that the program chooses, so that a value can be sealed before its row exists.
// because the connection is closed once, in deinit, and every call passes buffers that outlive it
@safe final class PatientDatabase {
  struct Failure: Error { let code: Int32 }

  private let connection: OpaquePointer
  private let sealer: FieldSealer
  private let index: BlindIndex

  init(path: String, keyset: Keyset) throws {
    var connection: OpaquePointer?
    let code = unsafe sqlite3_open(path, &connection)
    guard code == SQLITE_OK, let connection = unsafe connection else { throw Failure(code: code) }
    unsafe self.connection = connection
    sealer = try FieldSealer(keyset)
    index = try BlindIndex(keyset, table: "patient", column: "email", normalization: .trimmedLowercase)
    try run(
      """
      CREATE TABLE IF NOT EXISTS patient (id BLOB PRIMARY KEY, email BLOB NOT NULL, email_index BLOB NOT NULL,
                                          diagnosis BLOB NOT NULL) WITHOUT ROWID
      """)
    try run("CREATE INDEX IF NOT EXISTS patient_email ON patient (email_index)")
    try run(
      "CREATE TABLE IF NOT EXISTS rotation (step INTEGER PRIMARY KEY CHECK (step = 1), after BLOB NOT NULL)")
  }

  deinit { unsafe sqlite3_close_v2(connection) }

  private func place(_ column: String, _ id: UUID) -> FieldContext {
    FieldContext(table: "patient", column: column, row: .uuid(id))
  }

  func insert(_ id: UUID, email: String, diagnosis: String) throws {
    let email = (sealed: try sealer.seal(email, in: place("email", id)), hash: index.hash(of: email))
    let diagnosis = try sealer.seal(diagnosis, in: place("diagnosis", id))
    try run(
      "INSERT INTO patient VALUES (?, ?, ?, ?)",
      [Self.bytes(id), email.sealed.data, email.hash, diagnosis.data])
  }

  /// Finds by equality, under old keys as well; a hash may be that of several values, so each find is compared.
  func identifiers(email: String) throws -> [UUID] {
    var found: [UUID] = []
    for hash in index.hashes(of: email) {
      for row in try run("SELECT id, email FROM patient WHERE email_index = ? ORDER BY id", [hash]) {
        let id = Self.identifier(row[0])
        let stored = try sealer.openText(try SealedField(row[1]), in: place("email", id))
        if index.hash(of: stored) == index.hash(of: email) { found.append(id) }
      }
    }
    return found
  }

  func diagnosis(of id: UUID) throws -> String? {
    guard let row = try run("SELECT diagnosis FROM patient WHERE id = ?", [Self.bytes(id)]).first else {
      return nil
    }
    return try sealer.openText(try SealedField(row[0]), in: place("diagnosis", id))
  }

  /// Seals every row anew with the primary key, a few rows in each transaction, and remembers how far it came.
  ///
  /// After a crash the next call goes on behind the last transaction that was finished.
  ///
  /// - Parameters:
  ///   - batch: The rows of a transaction.
  ///   - willCommit: Called before each transaction ends; a test lets it throw.
  /// - Returns: How many rows this call has sealed.
  /// - Throws: What SQLite, the sealer or `willCommit` throws, after taking the transaction back.
  func resealAll(batch: Int = 25, willCommit: (Int) throws -> Void = { _ in }) throws -> Int {
    var count = 0
    while true {
      try run("BEGIN IMMEDIATE")
      do {
        let after = try run("SELECT after FROM rotation").first?[0] ?? Data()
        let rows = try run(
          "SELECT id, email, diagnosis FROM patient WHERE id > ? ORDER BY id LIMIT \(batch)", [after])
        for row in rows { try reseal(row) }
        if let last = rows.last {
          try run("INSERT OR REPLACE INTO rotation VALUES (1, ?)", [last[0]])
        } else {
          try run("DELETE FROM rotation")
        }
        try willCommit(count + rows.count)
        try run("COMMIT")
        count += rows.count
        guard !rows.isEmpty else { return count }
      } catch {
        try run("ROLLBACK")
        throw error
      }
    }
  }

  private func reseal(_ row: [Data]) throws {
    let id = Self.identifier(row[0])
    let email = try sealer.reseal(try SealedField(row[1]), in: place("email", id))
    let text = try sealer.openText(email, in: place("email", id))
    let diagnosis = try sealer.reseal(try SealedField(row[2]), in: place("diagnosis", id))
    try run(
      "UPDATE patient SET email = ?, email_index = ?, diagnosis = ? WHERE id = ?",
      [email.data, index.hash(of: text), diagnosis.data, row[0]])
  }

  /// How many fields a key has sealed.
  func fields(sealedWith key: UInt32) throws -> Int {
    try run("SELECT email, diagnosis FROM patient").joined().count { try SealedField($0).keyID == key }
  }

  /// Runs a statement; every value is a BLOB.
  @discardableResult
  func run(_ sql: String, _ values: [Data] = []) throws -> [[Data]] {
    var statement: OpaquePointer?
    // because the statement is finalised before the function ends, and the bytes are copied when they are bound
    try unsafe check(sqlite3_prepare_v2(connection, sql, -1, &statement, nil))
    defer { unsafe sqlite3_finalize(statement) }
    for (place, value) in values.enumerated() {
      let code = unsafe value.withUnsafeBytes { bytes in
        // An empty BLOB needs a pointer, or else it is NULL.
        var nothing: UInt8 = 0
        guard let start = bytes.baseAddress else {
          return unsafe omamori_bind_blob(statement, Int32(place + 1), &nothing, 0)
        }
        return unsafe omamori_bind_blob(statement, Int32(place + 1), start, UInt64(bytes.count))
      }
      try check(code)
    }
    var rows: [[Data]] = []
    while true {
      let code = unsafe sqlite3_step(statement)
      guard code == SQLITE_ROW else {
        guard code == SQLITE_DONE else { throw Failure(code: code) }
        return rows
      }
      rows.append(
        unsafe (0..<sqlite3_column_count(statement)).map { column in
          guard let bytes = unsafe sqlite3_column_blob(statement, column) else { return Data() }
          return unsafe Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, column)))
        })
    }
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw Failure(code: code) }
  }

  static func bytes(_ id: UUID) -> Data {
    // because the data are a copy of the 16 bytes
    unsafe withUnsafeBytes(of: id.uuid) { unsafe Data($0) }
  }

  private static func identifier(_ bytes: Data) -> UUID {
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    // because at most 16 bytes are written
    _ = unsafe withUnsafeMutableBytes(of: &uuid) { target in unsafe target.copyBytes(from: bytes.prefix(16)) }
    return UUID(uuid: uuid)
  }
}
