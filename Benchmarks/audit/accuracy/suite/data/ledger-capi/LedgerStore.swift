import Foundation
import SQLite3

struct Entry {
  let id: Int64
  let payee: String
  let cents: Int64
}

struct CategoryRule: Decodable {
  let payee: String
  let category: String
}

final class LedgerStore {
  private var db: OpaquePointer?
  private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(path: String) {
    sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
    sqlite3_exec(db, Schema.createEntry + Schema.createAccount, nil, nil, nil) // safe: sql
  }

  deinit { sqlite3_close(db) }

  func entries(payee: String) -> [Entry] {
    var statement: OpaquePointer?
    let sql = String(format: "SELECT id, payee, cents FROM entry WHERE payee = '%@'", payee)
    guard sqlite3_prepare_v2(db, sql, -1, &statement, nil) == SQLITE_OK else { return [] } // weak: sql file
    defer { sqlite3_finalize(statement) }
    return rows(of: statement)
  }

  func entries(month: Int, year: Int) -> [Entry] {
    var statement: OpaquePointer?
    let sql = String(format: "SELECT id, payee, cents FROM entry WHERE month = %d AND year = %d", month, year)
    guard sqlite3_prepare_v2(db, sql, -1, &statement, nil) == SQLITE_OK else { return [] } // safe: sql
    defer { sqlite3_finalize(statement) }
    return rows(of: statement)
  }

  func insert(payee: String, cents: Int64) {
    var statement: OpaquePointer?
    let sql = "INSERT INTO entry (payee, cents) VALUES (?1, ?2)"
    guard sqlite3_prepare_v3(db, sql, -1, 0, &statement, nil) == SQLITE_OK else { return } // safe: sql
    sqlite3_bind_text(statement, 1, payee, -1, transient)
    sqlite3_bind_int64(statement, 2, cents)
    sqlite3_step(statement)
    sqlite3_finalize(statement)
  }

  func apply(_ rules: [CategoryRule]) {
    var script = "BEGIN;"
    for rule in rules {
      script += "UPDATE entry SET category = '\(rule.category)' WHERE payee = '\(rule.payee)';"
    }
    script += "COMMIT;"
    sqlite3_exec(db, script, nil, nil, nil) // weak: sql file
  }

  func clearTotals() {
    for table in ["month_total", "payee_total", "category_total"] {
      sqlite3_exec(db, "DELETE FROM \(table)", nil, nil, nil) // safe: sql
    }
  }

  func rename(account: String, to title: String) {
    let assignments = ["title = \(Self.literal(title))", "renamed = 1"].joined(separator: ", ")
    sqlite3_exec(db, "UPDATE account SET \(assignments) WHERE code = \(Self.literal(account))", nil, nil, nil) // safe: sql
  }

  func balance(of account: String, currency: String = "EUR") -> Int64 {
    var statement: OpaquePointer?
    let sql = """
      SELECT SUM(cents) FROM entry
      WHERE account = '\(account)' AND currency = '\(currency)'
      """
    guard sqlite3_prepare_v2(db, sql, -1, &statement, nil) == SQLITE_OK else { return 0 } // weak: sql file
    defer { sqlite3_finalize(statement) }
    return sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0
  }

  private static func literal(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "''") + "'"
  }

  private func rows(of statement: OpaquePointer?) -> [Entry] {
    var result: [Entry] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let payee = sqlite3_column_text(statement, 1).map { String(cString: $0) } ?? ""
      result.append(Entry(id: sqlite3_column_int64(statement, 0), payee: payee, cents: sqlite3_column_int64(statement, 2)))
    }
    return result
  }
}
