import CRelaySQLite
import OmamoriCore

/// A prepared statement that is run once.
///
/// One thread at a time, the one that uses its connection.
@safe
final class Statement {
  /// A parameter.
  enum Value: Sendable {
    case number(Int64)
    case text(String)
    case bytes([UInt8])
  }

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

  /// Gives the parameters their values, which are copied.
  func bind(_ values: [Value]) throws(RelayError) {
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
  }

  /// Goes on to the next row; says whether there is one.
  func step() throws(RelayError) -> Bool {
    let code = unsafe sqlite3_step(pointer)  // because the statement is alive
    if code == SQLITE_ROW { return true }
    if code != SQLITE_DONE { try database.check(code) }
    return false
  }

  /// A column of the row, counted from 0, as a number.
  func number(at column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(pointer, column)  // because the statement is alive
  }

  /// Whether a column of the row, counted from 0, has no value.
  func isNull(at column: Int32) -> Bool {
    unsafe sqlite3_column_type(pointer, column) == SQLITE_NULL  // because the statement is alive
  }

  /// A copy of the bytes of a column of the row, counted from 0.
  func bytes(at column: Int32) -> [UInt8] {
    // because SQLite keeps the bytes until the statement moves on, and they are copied before
    let start = unsafe sqlite3_column_blob(pointer, column)
    let count = unsafe Int(sqlite3_column_bytes(pointer, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// A column of the row, counted from 0, as a text.
  func text(at column: Int32) -> String { String(decoding: bytes(at: column), as: UTF8.self) }

  private func bind(_ value: Value, at index: Int32) throws(RelayError) {
    switch value {
    case .number(let number):
      try database.check(unsafe sqlite3_bind_int64(pointer, index, number))  // because the statement is alive
    case .text(let text):
      // because the statement is alive and the text is copied during the call
      try database.check(unsafe relay_bind_text(pointer, index, text, UInt64(text.utf8.count)))
    case .bytes(let bytes):
      // A missing address would stand for NULL, which is not the same as no bytes.
      guard !bytes.isEmpty else {
        return try database.check(unsafe sqlite3_bind_zeroblob(pointer, index, 0))  // because it is alive
      }
      // because the statement is alive and the bytes are copied during the call
      let code = unsafe bytes.withUnsafeBytes {
        unsafe relay_bind_blob(pointer, index, $0.baseAddress, UInt64($0.count))
      }
      try database.check(code)
    }
  }
}
