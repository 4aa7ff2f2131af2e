import FMDB
import Foundation

final class VisitDAO {
  private let queue: FMDatabaseQueue

  init?(path: String) {
    guard let queue = FMDatabaseQueue(path: path) else { return nil }
    self.queue = queue
  }

  func visits(_ filter: VisitFilter) -> [String] {
    collect("patient") { db in
      try db.executeQuery(filter.statement, values: filter.values) // safe: sql
    }
  }

  func invoices(_ query: InvoiceQuery) -> [String] {
    collect("number") { db in
      try db.executeQuery(query.build(), values: nil) // weak: sql file
    }
  }

  func patients(named name: String) -> [String] {
    collect("name") { db in
      try db.executeQuery("SELECT name FROM patient WHERE name LIKE \(name.sqlLikePattern)", values: nil) // weak: sql file
    }
  }

  func patient(insurance number: String) -> [String] {
    let digits = number.digitsOnly
    return collect("name") { db in
      try db.executeQuery("SELECT name FROM patient WHERE insurance = '\(digits)'", values: nil) // safe: sql
    }
  }

  func reschedule(_ changes: [String: Any], visit id: Int) {
    queue.inTransaction { db, rollback in
      for (column, value) in changes {
        let done = db.executeUpdate("UPDATE visit SET \(column) = ? WHERE id = ?", withArgumentsIn: [value, id]) // weak: sql file
        if !done { rollback.pointee = true }
      }
    }
  }

  func move(visit id: Int, to column: VisitColumn, value: String) {
    queue.inDatabase { db in
      db.executeUpdate("UPDATE visit SET \(column.rawValue) = ? WHERE id = \(id)", withArgumentsIn: [value]) // safe: sql
    }
  }

  func store(note: String, author: String) {
    queue.inDatabase { db in
      db.executeUpdate("INSERT INTO note (body, author) VALUES (:body, :author)", // safe: sql
        withParameterDictionary: ["body": note, "author": author])
    }
  }

  func migrate(_ steps: [String]) {
    queue.inDatabase { db in
      for step in steps { db.executeStatements(step) } // weak: sql file
    }
  }

  func exportTable(_ name: String) -> [String] {
    collect("payload") { db in
      try db.executeQuery(String(format: "SELECT payload FROM \"%@\" WHERE exported = ?", name), values: [false]) // weak: sql file
    }
  }

  func installIndexes() {
    queue.inDatabase { db in
      let script = ["patient", "doctor"].map { "CREATE INDEX IF NOT EXISTS by_\($0) ON visit (\($0));" }.joined()
      db.executeStatements(script) // safe: sql
    }
  }

  private func collect(_ column: String, _ query: @escaping (FMDatabase) throws -> FMResultSet) -> [String] {
    var values: [String] = []
    queue.inDatabase { db in
      guard let rows = try? query(db) else { return }
      while rows.next() { values.append(rows.string(forColumn: column) ?? "") }
      rows.close()
    }
    return values
  }
}
