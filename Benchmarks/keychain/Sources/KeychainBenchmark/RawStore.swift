import OmamoriCore
import RawSQLite

/// What the rates are compared with: rows of the same size in a table of SQLite, with nothing sealed.
final class RawStore {
  private var handle: OpaquePointer?
  private var insert: OpaquePointer?
  private var select: OpaquePointer?
  private let content = [UInt8](repeating: 0xA5, count: 400)

  init(_ path: String, isDurable: Bool) {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { return }
    sqlite3_exec(handle, "PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON", nil, nil, nil)
    sqlite3_exec(
      handle, isDurable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL", nil, nil, nil)
    sqlite3_exec(
      handle, "CREATE TABLE items(id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, value BLOB NOT NULL)",
      nil,
      nil, nil)
    sqlite3_prepare_v2(handle, "INSERT INTO items(name, value) VALUES(?1, ?2)", -1, &insert, nil)
    sqlite3_prepare_v2(handle, "SELECT value FROM items WHERE name = ?1", -1, &select, nil)
  }

  deinit {
    sqlite3_finalize(insert)
    sqlite3_finalize(select)
    sqlite3_close(handle)
  }

  func set(_ number: Int) {
    let name = Self.name(number)
    raw_bind_blob(insert, 1, name, Int32(name.count))
    raw_bind_blob(insert, 2, content, Int32(content.count))
    sqlite3_step(insert)
    sqlite3_reset(insert)
  }

  func get(_ number: Int) -> Int {
    let name = Self.name(number)
    raw_bind_blob(select, 1, name, Int32(name.count))
    defer { sqlite3_reset(select) }
    guard sqlite3_step(select) == SQLITE_ROW, let start = sqlite3_column_blob(select, 0) else { return 0 }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(select, 0)))).count
  }

  /// Spread over the index as the keyed names of the keychain are.
  private static func name(_ number: Int) -> [UInt8] {
    var mixed = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return withUnsafeBytes(of: (mixed, mixed, mixed, mixed, mixed, mixed)) { Array($0) }
  }
}
