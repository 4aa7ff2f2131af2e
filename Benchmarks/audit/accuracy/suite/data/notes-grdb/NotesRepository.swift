import Foundation
import GRDB

struct Note: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "note"
  var id: Int64
  var title: String
  var body: String
  var folder: String
  var updatedAt: Date
}

enum NoteOrder: String, CaseIterable {
  case title, updatedAt, folder
}

struct NoteQuery {
  var text = ""
  var folder: String?
  var orderColumn = "updatedAt"
  var limit = 50
}

final class NotesRepository {
  private let dbQueue: DatabaseQueue

  init(dbQueue: DatabaseQueue) {
    self.dbQueue = dbQueue
  }

  func notes(titled title: String) throws -> [Note] {
    try dbQueue.read { db in
      try Note.fetchAll(db, sql: "SELECT * FROM note WHERE title LIKE '%\(title)%'") // weak: sql file
    }
  }

  func notes(containing text: String) throws -> [Note] {
    try dbQueue.read { db in
      try Note.fetchAll(db, sql: "SELECT * FROM note WHERE body LIKE ?", arguments: ["%\(text)%"]) // safe: sql
    }
  }

  func run(_ query: NoteQuery) async throws -> [Note] {
    try await dbQueue.read { db in
      var request = Note.limit(query.limit)
      if !query.text.isEmpty {
        request = request.filter(sql: "title = ? OR body LIKE ?", arguments: [query.text, query.text + "%"]) // safe: sql
      }
      if let folder = query.folder {
        request = request.filter(sql: "folder = '" + folder + "'") // weak: sql file
      }
      return try request.order(sql: query.orderColumn).fetchAll(db) // weak: sql file
    }
  }

  func notes(orderedBy order: NoteOrder, descending: Bool = false) throws -> [Note] {
    let direction = descending ? "DESC" : "ASC"
    return try dbQueue.read { db in
      try Note.fetchAll(db, sql: "SELECT * FROM note ORDER BY \(order.rawValue) \(direction)") // safe: sql
    }
  }

  func notes(ids: [Int64]) throws -> [Note] {
    let marks = databaseQuestionMarks(count: ids.count)
    return try dbQueue.read { db in
      try Note.fetchAll(db, sql: "SELECT * FROM note WHERE id IN (\(marks))", arguments: StatementArguments(ids)) // safe: sql
    }
  }

  func rename(folder: String, to newName: String) throws {
    try dbQueue.write { db in
      try db.execute(literal: "UPDATE note SET folder = \(newName) WHERE folder = \(folder)") // safe: sql
    }
  }

  func archive(where condition: String) async throws {
    try await dbQueue.write { db in
      try db.execute(sql: "UPDATE note SET folder = 'Archive' WHERE \(condition)") // weak: sql file
    }
  }

  func count(in folder: String) -> Int {
    let request: SQLRequest<Int> = "SELECT COUNT(*) FROM note WHERE folder = \(folder)" // safe: sql
    return (try? dbQueue.read { db in try request.fetchOne(db) ?? 0 }) ?? 0
  }

  func importTags(from list: URL) throws {
    let names = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
    try dbQueue.write { db in
      for name in names where !name.isEmpty {
        try db.execute(sql: "INSERT INTO tag (name) VALUES (:name)", arguments: ["name": name]) // safe: sql
      }
    }
  }
}
