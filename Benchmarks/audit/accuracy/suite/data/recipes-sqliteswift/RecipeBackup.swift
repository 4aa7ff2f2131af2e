import Foundation
import SQLite

struct RecipeBackup {
  let db: Connection
  private var documents: URL {
    FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
  }

  func seed() throws {
    guard let url = Bundle.main.url(forResource: "seed", withExtension: "sql") else { return }
    let script = try String(contentsOf: url, encoding: .utf8)
    try db.execute(script) // safe: sql
  }

  func restore() throws {
    let script = try String(contentsOf: documents.appendingPathComponent("restore.sql"), encoding: .utf8)
    try db.transaction {
      try db.execute(script) // weak: sql direct
    }
  }

  func mergeShoppingList() throws {
    let file = documents.appendingPathComponent("shopping.json")
    let entries = try JSONDecoder().decode([[String: String]].self, from: Data(contentsOf: file))
    for entry in entries {
      let names = entry.keys.map { "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
      let marks = names.map { _ in "?" }.joined(separator: ",")
      let values = Array(entry.values)
      try db.run("INSERT INTO shopping (\(names.joined(separator: ","))) VALUES (\(marks))", values) // safe: sql
    }
  }

  func mergePantry() throws {
    let file = documents.appendingPathComponent("pantry.json")
    let entries = try JSONDecoder().decode([[String: String]].self, from: Data(contentsOf: file))
    for entry in entries {
      let columns = entry.keys.joined(separator: ", ")
      let values = entry.values.map { value in "'\(value)'" }.joined(separator: ", ")
      try db.run("INSERT INTO pantry (\(columns)) VALUES (\(values))") // weak: sql direct
    }
  }
}
