import CSQLite
import OmamoriCore
import OmamoriKeychain

/// A prepared statement, run as often as needed.
///
/// One thread at a time, the one that uses its connection. After ``step()`` gave a row, the statement holds a state of
/// the database until it is reset.
@safe
final class Statement {
  // because the statement belongs to this object and is finalized once, when it ends
  private let pointer: OpaquePointer
  private let database: Database

  /// Takes over a statement that was prepared on a connection.
  // because the pointer comes from that connection and nobody else has it
  @unsafe init(_ pointer: OpaquePointer, of database: Database) {
    unsafe self.pointer = pointer
    self.database = database
  }

  deinit { unsafe _ = sqlite3_finalize(pointer) }  // because nobody uses the statement of an object that ends

  /// Gives a parameter, counted from 1, a number.
  func bind(_ number: Int64, at index: Int32) throws(KeychainError) {
    try database.check(unsafe sqlite3_bind_int64(pointer, index, number))  // because the statement is alive
  }

  /// Gives a parameter, counted from 1, bytes, which are copied.
  func bind(_ bytes: RawSpan, at index: Int32) throws(KeychainError) {
    let code = unsafe bytes.withUnsafeBytes { bytes -> Int32 in
      // A missing address would stand for NULL, which is not the same as no bytes.
      guard let start = bytes.baseAddress else {
        return unsafe sqlite3_bind_zeroblob(pointer, index, 0)  // because the statement is alive
      }
      // because the bytes are copied during the call
      return unsafe omamori_bind_blob(pointer, index, start, UInt64(bytes.count))
    }
    try database.check(code)
  }

  /// Gives a parameter, counted from 1, bytes, which are copied.
  func bind(_ bytes: [UInt8], at index: Int32) throws(KeychainError) {
    try bind(unsafe bytes.byteSpan.bytes, at: index)  // because UInt8 has no padding
  }

  /// Goes on to the next row.
  ///
  /// - Returns: Whether there is one.
  /// - Throws: `KeychainError`; the statement is reset then.
  func step() throws(KeychainError) -> Bool {
    let code = unsafe sqlite3_step(pointer)  // because the statement is alive
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let failure = database.failure(code)
    reset()
    throw failure
  }

  /// Runs a statement that gives no rows, and makes it ready to be run again.
  ///
  /// - Throws: `KeychainError`.
  func run() throws(KeychainError) {
    defer { reset() }
    while try step() {}
  }

  /// Ends the run, so that the statement can be run again.
  func reset() {
    // because the statement is alive; the code repeats the error that ended the run, which was reported
    unsafe _ = sqlite3_reset(pointer)
  }

  /// A column of the row, counted from 0, as a number.
  func number(at column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(pointer, column)  // because the statement is alive
  }

  /// Whether a column of the row, counted from 0, has no value.
  func isNull(at column: Int32) -> Bool {
    unsafe sqlite3_column_type(pointer, column) == SQLITE_NULL  // because the statement is alive
  }

  /// Calls `body` with the bytes of a column of the row, counted from 0.
  ///
  /// - Throws: What `body` throws.
  func withBytes<Result: ~Copyable, Failure: Error>(
    at column: Int32, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // because SQLite keeps the bytes until the statement moves on, which the closure cannot make it do
    let start = unsafe sqlite3_column_blob(pointer, column)
    let count = unsafe Int(sqlite3_column_bytes(pointer, column))
    return try body(unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count).bytes)
  }

  /// A copy of the bytes of a column of the row, counted from 0.
  func bytes(at column: Int32) -> [UInt8] {
    // because the bytes are copied inside of the closure
    withBytes(at: column) { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
  }

  /// A column of the row, counted from 0, as a text.
  func text(at column: Int32) -> String { String(decoding: bytes(at: column), as: UTF8.self) }
}
