import CRelaySQLite
import Glibc
import OmamoriCore

/// A connection to a database of SQLite; closed when it and its statements are gone.
///
/// One thread at a time: the connection has no lock of its own and is kept behind one.
@safe
// because a store reaches it with its lock held only, and lends it for the time of a call
final class Database: @unchecked Sendable {
  /// The most bytes of a value, a row or a statement: an attachment and what stands around it.
  private static let greatestValue: Int32 = 32 << 20
  private static let busyTime: Int32 = 5000

  // because the handle belongs to this object, is open until it ends, and is used under the lock that guards the object
  private let handle: OpaquePointer

  /// Opens a database, which is made when there is none.
  ///
  /// - Parameter path: The file; a symbolic link is not followed.
  /// - Throws: ``RelayError/store(code:)``.
  init(_ path: String) throws(RelayError) {
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
      | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
    // SQLite gives its other files the permissions of this one.
    // because the name is a string that outlives the call
    let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
    guard file >= 0 else { throw .system(code: errno) }
    close(file)
    var opened: OpaquePointer?
    // because the name is a string that outlives the call and the handle is checked below
    let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      // because SQLite gives a handle even when it fails, and nobody else has it
      unsafe _ = sqlite3_close_v2(opened)
      throw .store(code: code)
    }
    unsafe self.handle = handle
    // because the handle is open; no value of a store is as long
    unsafe _ = sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.greatestValue)
    try check(unsafe sqlite3_busy_timeout(handle, Self.busyTime))  // because the handle is open
    for (option, value) in Self.switches {
      try check(unsafe relay_db_switch(handle, option, value))
    }
  }

  // because nobody uses the handle of an object that ends; statements that are left close it with their end
  deinit { unsafe _ = sqlite3_close_v2(handle) }

  /// What the connection may not do, whatever the file says.
  private static let switches: [(Int32, Int32)] = [
    (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
    (SQLITE_DBCONFIG_ENABLE_VIEW, 0), (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
  ]

  /// Runs statements and ignores their rows.
  ///
  /// - Parameter sql: The statements, source text and never data.
  /// - Throws: ``RelayError/store(code:)``.
  func execute(_ sql: String) throws(RelayError) {
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))  // because the text ends with a zero byte
  }

  /// Prepares a statement.
  ///
  /// - Parameter sql: The statement, source text and never data.
  /// - Returns: The statement, which keeps the connection open.
  /// - Throws: ``RelayError/store(code:)``.
  func prepare(_ sql: StaticString) throws(RelayError) -> Statement {
    var prepared: OpaquePointer?
    let code = sql.withUTF8Buffer { text in
      // because the length of the text is given
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        unsafe sqlite3_prepare_v3(handle, text.baseAddress, Int32(text.count), 0, &prepared, nil)
      }
    }
    try check(code)
    guard let pointer = unsafe prepared else { throw .store(code: SQLITE_MISUSE) }
    return unsafe Statement(pointer, of: self)
  }

  /// Runs a statement that gives no rows.
  ///
  /// - Parameters:
  ///   - sql: The statement, source text and never data.
  ///   - values: Its parameters.
  /// - Returns: How many rows it changed.
  /// - Throws: ``RelayError/store(code:)``.
  @discardableResult
  func run(_ sql: StaticString, _ values: Statement.Value...) throws(RelayError) -> Int {
    let statement = try prepare(sql)
    try statement.bind(values)
    while try statement.step() {}
    return Int(unsafe sqlite3_changes64(handle))  // because the handle is open
  }

  /// A query that stands before its first row.
  ///
  /// - Parameters:
  ///   - sql: The statement, source text and never data.
  ///   - values: Its parameters.
  /// - Returns: The query.
  /// - Throws: ``RelayError/store(code:)``.
  func query(_ sql: StaticString, _ values: Statement.Value...) throws(RelayError) -> Statement {
    let statement = try prepare(sql)
    try statement.bind(values)
    return statement
  }

  /// The first column of the only row of a query as a number.
  ///
  /// - Parameters:
  ///   - sql: The statement, source text and never data.
  ///   - values: Its parameters.
  /// - Returns: The number; 0 without a row.
  /// - Throws: ``RelayError/store(code:)``.
  func number(_ sql: StaticString, _ values: Statement.Value...) throws(RelayError) -> Int64 {
    let statement = try prepare(sql)
    try statement.bind(values)
    return try statement.step() ? statement.number(at: 0) : 0
  }

  /// Does all of `body` or nothing, and brings it to the disk.
  ///
  /// - Throws: ``RelayError``; nothing is changed then.
  func transaction<Result>(_ body: (Database) throws(RelayError) -> Result) throws(RelayError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do throws(RelayError) {
      let result = try body(self)
      try execute("COMMIT")
      return result
    } catch {
      // SQLite rolls back by itself when the disk is full; otherwise this does.
      // because the handle is open
      if unsafe sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// How much room there is, with what the file may still grow by on a disk with so many free bytes.
  ///
  /// - Throws: ``RelayError/store(code:)``.
  func room(onDiskWith free: Int64) throws(RelayError) -> StoreRoom {
    let (size, count) = (try number("PRAGMA page_size"), try number("PRAGMA page_count"))
    let unused = try number("PRAGMA freelist_count")
    let growth = min(max(0, try number("PRAGMA max_page_count") - count) * size, free)
    let left = max(0, (unused - Self.sparePages) * size + growth)
    return StoreRoom(
      free: left, used: (count - unused) * size,
      attachments: try number("SELECT bytes FROM totals WHERE name = 'attachments'"))
  }

  /// Pages that removing may need for a moment; nothing else takes the last of them.
  private static let sparePages: Int64 = 64

  /// Moves what the log has into the file and empties the log, unless somebody reads it.
  func emptyLog() {
    // because the handle is open; what is not moved now is moved when the store is opened again
    unsafe _ = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
  }

  /// Throws the error of a result code unless it is success.
  ///
  /// - Throws: ``RelayError/store(code:)``.
  func check(_ code: Int32) throws(RelayError) {
    guard code != SQLITE_OK else { return }
    // SQLite forgets the number where it rolls back by itself; it is still the last one of this thread then.
    let last = errno
    let known = unsafe sqlite3_system_errno(handle)  // because the handle is open
    let isFull = code & 0xFF == SQLITE_IOERR && [ENOSPC, EDQUOT, EFBIG].contains(known == 0 ? last : known)
    throw .store(code: isFull ? SQLITE_FULL : code)
  }
}

extension RelayError {
  /// There is no room for what was to be stored.
  static let full = RelayError.store(code: SQLITE_FULL)

  /// Whether there is no room for what was to be stored.
  var isFull: Bool { if case .store(let code) = self { code & 0xFF == SQLITE_FULL } else { false } }
}
