import Foundation
import GRDB
import UniformTypeIdentifiers

final class DeliveryImporter {
  private let database: DatabaseQueue
  private var header: [String] = []

  init(database: DatabaseQueue) {
    self.database = database
  }

  func open(_ url: URL) throws {
    if url.pathExtension == "db" {
      try database.writeWithoutTransaction { db in try db.attach(url) }
      return
    }
    let moves = try JSONDecoder().decode([StockMove].self, from: Data(contentsOf: url))
    try database.write { db in
      for move in moves { try db.apply(move) }
    }
  }

  func importTable(_ url: URL) throws {
    let lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: .newlines)
    header = lines[0].components(separatedBy: ";")
    try createTable()
    try createStaging(named: "delivery")
    for line in lines.dropFirst() {
      let cells = line.components(separatedBy: ";")
      try database.write { db in
        let marks = databaseQuestionMarks(count: cells.count)
        try db.execute(sql: "INSERT INTO delivery VALUES (\(marks))", arguments: StatementArguments(cells)) // safe: sql
      }
    }
  }

  private func createTable() throws {
    let columns = header.map { "\($0) TEXT" }.joined(separator: ", ")
    try database.write { db in
      try db.execute(sql: "CREATE TABLE IF NOT EXISTS raw_delivery (\(columns))") // weak: sql helper
    }
  }

  private func createStaging(named name: String) throws {
    let columns = header.indices.map { "c\($0) TEXT" }.joined(separator: ", ")
    try database.write { db in
      try db.execute(sql: "CREATE TEMP TABLE \(name) (\(columns))") // safe: sql
    }
  }
}
