import Foundation
import SQLite3

struct JournalEntry: Identifiable {
  let id: Int64
  let title: String
  let body: String
}

// 観月日記。SQLite に保存する。
final class JournalStore {
  static let shared = JournalStore()

  private var database: OpaquePointer?

  private init() {
    let file = URL.documentsDirectory.appending(path: "journal.sqlite")
    sqlite3_open(file.path, &database)
    let schema = """
      CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY, title TEXT, body TEXT);
      CREATE TABLE IF NOT EXISTS wallet (friend TEXT, password TEXT, card_number TEXT);
      """
    sqlite3_exec(database, schema, nil, nil, nil)
  }

  func search(_ words: String) -> [JournalEntry] {
    let sql = "SELECT id, title, body FROM entry WHERE title LIKE '%\(words)%' ORDER BY id DESC"
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { return [] }
    defer { sqlite3_finalize(statement) }
    var entries: [JournalEntry] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      entries.append(
        JournalEntry(
          id: sqlite3_column_int64(statement, 0),
          title: text(statement, 1),
          body: text(statement, 2)))
    }
    return entries
  }

  func delete(title: String) {
    var command = "DELETE FROM entry WHERE title = '"
    command += title
    command += "'"
    sqlite3_exec(database, command, nil, nil, nil)
  }

  func saveCard(number: String, friend: String) {
    let sql = "INSERT INTO wallet (friend, card_number) VALUES (?, ?)"
    var statement: OpaquePointer?
    sqlite3_prepare_v2(database, sql, -1, &statement, nil)
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_bind_text(statement, 1, friend, -1, transient)
    sqlite3_bind_text(statement, 2, number, -1, transient)
    sqlite3_step(statement)
    sqlite3_finalize(statement)
  }

  private func text(_ statement: OpaquePointer?, _ column: Int32) -> String {
    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
  }
}
