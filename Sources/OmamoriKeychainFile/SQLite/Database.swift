import CSQLite
import Glibc
import OmamoriKeychain

/// A connection to a database of SQLite; closed when it and its statements are gone.
///
/// One thread at a time: the connection is opened without a lock of its own and is kept behind one.
@safe
final class Database {
  /// How long a writer waits for others, in steps of about half a millisecond: at least five seconds.
  private static let greatestWait: Int32 = 10_000

  /// The most bytes of a value, a row or a statement, which a changed file could have otherwise a billion of.
  private static let greatestValue: Int32 = 4 << 20

  // because the handle belongs to this object, is open until it ends, and is used under the lock that guards the object
  private let handle: OpaquePointer

  /// Opens a database file that is there.
  ///
  /// - Parameter path: The file, with no symbolic link in its path.
  /// - Throws: `KeychainError`.
  init(opening path: String) throws(KeychainError) {
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_NOFOLLOW
      | SQLITE_OPEN_EXRESCODE
    var opened: OpaquePointer?
    // because the name is a string that outlives the call and the handle is checked below
    let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      let systemError = unsafe opened.map { unsafe sqlite3_system_errno($0) } ?? 0
      // because SQLite gives a handle even when it fails, and nobody else has it
      unsafe _ = sqlite3_close_v2(opened)
      throw SQLiteFailure.error(code, systemError: systemError)
    }
    unsafe self.handle = handle
    try check(unsafe sqlite3_busy_handler(handle, Self.wait, nil))  // because the function needs no context
    // because the handle is open; no value of a store is as long
    unsafe _ = sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.greatestValue)
    for (option, value) in Self.switches {
      // because the handle is open
      try check(unsafe omamori_db_switch(handle, option, value))
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

  /// Waits a little before a lock is tried again; the waits do not grow, so that nobody who came early loses by it.
  private static let wait: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = { _, count in
    guard count < Database.greatestWait else { return 0 }
    usleep(300 &+ UInt32(truncatingIfNeeded: count &* 7919) % 400)
    return 1
  }

  /// Runs statements that give no rows.
  ///
  /// - Parameter sql: The statements, source text and never data.
  /// - Throws: `KeychainError`.
  func execute(_ sql: StaticString) throws(KeychainError) {
    let code = sql.withUTF8Buffer { text in
      // because a static string ends with a zero byte
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        unsafe sqlite3_exec(handle, text.baseAddress, nil, nil, nil)
      }
    }
    try check(code)
  }

  /// Prepares a statement to be run many times.
  ///
  /// - Parameter sql: The statement, source text and never data.
  /// - Returns: The statement, which keeps the connection open.
  /// - Throws: `KeychainError`.
  func prepare(_ sql: StaticString) throws(KeychainError) -> Statement {
    var prepared: OpaquePointer?
    let code = sql.withUTF8Buffer { text in
      // because the length of the text is given
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        unsafe sqlite3_prepare_v3(
          handle, text.baseAddress, Int32(text.count), UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
      }
    }
    try check(code)
    guard let pointer = unsafe prepared else { throw .backend(code: Int(SQLITE_MISUSE)) }
    return unsafe Statement(pointer, of: self)
  }

  /// The first column of the only row of a query.
  ///
  /// - Throws: `KeychainError`.
  func number(_ sql: StaticString) throws(KeychainError) -> Int64 {
    let statement = try prepare(sql)
    return try statement.step() ? statement.number(at: 0) : 0
  }

  /// Whether the pages and the indexes are as they must be.
  ///
  /// - Throws: `KeychainError`.
  func isIntact() throws(KeychainError) -> Bool {
    let statement = try prepare("PRAGMA integrity_check(1)")
    defer { statement.reset() }
    return try statement.step() && statement.text(at: 0) == "ok"
  }

  /// How many rows the last statement changed.
  var changedRows: Int { Int(unsafe sqlite3_changes64(handle)) }  // because the handle is open

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }  // because the handle is open

  /// Waits for readers that are about to end, and not for those that go on.
  private static let waitShortly: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = { _, count in
    guard count < 60 else { return 0 }
    usleep(500)
    return 1
  }

  /// Moves what the log has into the file and empties the log.
  ///
  /// - Returns: Whether all was moved; `false` when somebody still reads an older state.
  /// - Throws: `KeychainError`.
  func emptyLog() throws(KeychainError) -> Bool {
    // because the handle is open and neither function needs a context
    unsafe _ = sqlite3_busy_handler(handle, Self.waitShortly, nil)
    defer { unsafe _ = sqlite3_busy_handler(handle, Self.wait, nil) }  // because the handle is open
    // because the handle is open and nothing is asked back
    let code = unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    if code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED { return false }
    try check(code)
    return true
  }

  /// Throws the error of a result code unless it is success.
  ///
  /// - Throws: `KeychainError`.
  func check(_ code: Int32) throws(KeychainError) {
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// The error of a result code.
  func failure(_ code: Int32) -> KeychainError {
    // SQLite forgets the number where it rolls back by itself; it is still the last one of this thread then.
    let last = errno
    let known = unsafe sqlite3_system_errno(handle)  // because the handle is open
    return SQLiteFailure.error(code, systemError: known == 0 && code & 0xFF == SQLITE_IOERR ? last : known)
  }
}

/// The error for a result code of SQLite.
enum SQLiteFailure {
  /// Translates a result code; texts of SQLite are never read, since they may quote the input.
  ///
  /// - Parameters:
  ///   - code: An extended result code other than success.
  ///   - systemError: The error number that the system gave SQLite last, or 0.
  /// - Returns: The error.
  static func error(_ code: Int32, systemError: Int32) -> KeychainError {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL: .diskFull
    // No value that is bound is too long for SQLite, so one that is was found in the file.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_TOOBIG: .corrupt(.store)
    case SQLITE_READONLY: .readOnly
    case SQLITE_CANTOPEN: cannotOpen(systemError)
    case SQLITE_IOERR: inputOutput(code, systemError)
    case SQLITE_PERM, SQLITE_AUTH: .file(.store, code: EACCES)
    default: .backend(code: Int(code))
    }
  }

  private static func cannotOpen(_ systemError: Int32) -> KeychainError {
    switch systemError {
    case ENOENT: .unavailable(.store)
    case EROFS: .readOnly
    case ENOSPC, EDQUOT: .diskFull
    default: .file(.store, code: systemError)
    }
  }

  private static func inputOutput(_ code: Int32, _ systemError: Int32) -> KeychainError {
    switch systemError {
    case ENOSPC, EDQUOT, EFBIG: .diskFull
    case EROFS: .readOnly
    // A page that ends early is one that the file should have and has not.
    case 0 where code == SQLITE_IOERR | 2 << 8: .corrupt(.store)
    case 0: .backend(code: Int(code))
    default: .file(.store, code: systemError)
    }
  }
}
