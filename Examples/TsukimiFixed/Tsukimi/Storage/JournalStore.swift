import Foundation
import SQLite3

struct JournalEntry: Identifiable, Sendable {
  let id: Int64
  let title: String
  let body: String
}

enum JournalStoreError: Error {
  case database(Int32)
  case damaged
}

// 観月日記。題と本文は暗号化してから SQLite に保存する。
final class JournalStore {
  private struct Content: Codable {
    let title: String
    let body: String
  }

  private let cipher: JournalCipher
  private var database: OpaquePointer?

  init(cipher: JournalCipher) throws {
    self.cipher = cipher
    let folder = try ProtectedFolder(.journal)
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FILEPROTECTION_COMPLETE
    let file = folder.url.appending(path: "journal.sqlite")
    try check(sqlite3_open_v2(file.path, &database, flags, nil))
    let schema =
      "CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY, season TEXT, sealed BLOB NOT NULL)"
    try check(sqlite3_exec(database, schema, nil, nil, nil))
    try folder.excludeFromBackup(file)
  }

  deinit {
    sqlite3_close_v2(database)
  }

  func entries(season: String) throws -> [JournalEntry] {
    let statement = try prepare("SELECT id, sealed FROM entry WHERE season = ? ORDER BY id DESC")
    defer { sqlite3_finalize(statement) }
    try bind(season, to: statement, at: 1)
    var entries: [JournalEntry] = []
    var step = sqlite3_step(statement)
    while step == SQLITE_ROW {
      let id = sqlite3_column_int64(statement, 0)
      let plain = try cipher.open(try blob(statement, 1), record: "season:\(season)")
      let content = try JSONDecoder().decode(Content.self, from: plain)
      entries.append(JournalEntry(id: id, title: content.title, body: content.body))
      step = sqlite3_step(statement)
    }
    guard step == SQLITE_DONE else { throw JournalStoreError.database(step) }
    return entries
  }

  // 言葉は復号したあとで探すので、SQL には入らない。
  func search(_ words: String, season: String) throws -> [JournalEntry] {
    try entries(season: season).filter { $0.title.localizedStandardContains(words) }
  }

  func add(title: String, body: String, season: String) throws {
    let plain = try JSONEncoder().encode(Content(title: title, body: body))
    let sealed = try cipher.seal(plain, record: "season:\(season)")
    let statement = try prepare("INSERT INTO entry (season, sealed) VALUES (?, ?)")
    defer { sqlite3_finalize(statement) }
    try bind(season, to: statement, at: 1)
    let bound = sealed.withUnsafeBytes { bytes in
      sqlite3_bind_blob64(statement, 2, bytes.baseAddress, UInt64(bytes.count), Self.transient)
    }
    try check(bound)
    try finish(statement)
  }

  func delete(id: JournalEntry.ID) throws {
    let statement = try prepare("DELETE FROM entry WHERE id = ?")
    defer { sqlite3_finalize(statement) }
    try check(sqlite3_bind_int64(statement, 1, id))
    try finish(statement)
  }

  /// Tells SQLite to copy what is bound.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private func prepare(_ sql: StaticString) throws -> OpaquePointer? {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(database, "\(sql)", -1, &statement, nil))
    return statement
  }

  private func bind(_ text: String, to statement: OpaquePointer?, at index: Int32) throws {
    try check(sqlite3_bind_text(statement, index, text, -1, Self.transient))
  }

  private func blob(_ statement: OpaquePointer?, _ column: Int32) throws -> Data {
    guard let bytes = sqlite3_column_blob(statement, column) else { throw JournalStoreError.damaged }
    return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, column)))
  }

  private func finish(_ statement: OpaquePointer?) throws {
    let step = sqlite3_step(statement)
    guard step == SQLITE_DONE else { throw JournalStoreError.database(step) }
  }

  private func check(_ status: Int32) throws {
    guard status == SQLITE_OK else { throw JournalStoreError.database(status) }
  }
}
