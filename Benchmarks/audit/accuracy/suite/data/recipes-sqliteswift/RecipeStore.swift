import Foundation
import SQLite

final class RecipeStore {
  private let db: Connection
  private let recipes = Table("recipes")
  private let title = SQLite.Expression<String>("title")
  private let minutes = SQLite.Expression<Int>("minutes")
  private let sortable: Set<String> = ["title", "minutes", "rating"]

  init(path: String) throws {
    db = try Connection(path)
    db.busyTimeout = 5
  }

  func titles(matching text: String) throws -> [String] {
    let statement = try db.prepare("SELECT title FROM recipes WHERE title LIKE '%" + text + "%'") // weak: sql file
    return statement.compactMap { $0[0] as? String }
  }

  func titles(cuisine: String) throws -> [String] {
    let statement = try db.prepare("SELECT title FROM recipes WHERE cuisine = ?", cuisine) // safe: sql
    return statement.compactMap { $0[0] as? String }
  }

  func quickTitles(matching text: String, within limit: Int = 30) throws -> [String] {
    let query = recipes.filter(title.like("%\(text)%") && minutes <= limit).order(title)
    return try db.prepare(query).map { $0[title] } // safe: sql
  }

  func rows(cuisine: String, rating: Int) throws -> [Row] {
    let matching = "rating > \(rating) AND cuisine = '\(cuisine)'"
    return Array(try db.prepare(recipes.filter(SQLite.Expression<Bool>(literal: matching)))) // weak: sql file
  }

  func listing(sortedBy column: String) throws -> [String] {
    let key = sortable.contains(column) ? column : "title"
    return try db.prepare("SELECT title FROM recipes ORDER BY \(key)").compactMap { $0[0] as? String } // safe: sql
  }

  func grouped(by column: String) throws -> [String] {
    guard !column.isEmpty else { return [] }
    let rows = try db.prepareRowIterator("SELECT \(column) AS name FROM recipes GROUP BY 1") // weak: sql file
    return try rows.map { $0[SQLite.Expression<String>("name")] }
  }

  func count(ingredients: [String]) throws -> Int64 {
    let list = ingredients.map { "'\($0)'" }.joined(separator: ", ")
    return try db.scalar("SELECT COUNT(*) FROM ingredients WHERE name IN (\(list))") as? Int64 ?? 0 // weak: sql file
  }

  func count(tags: [String]) throws -> Int64 {
    let marks = Array(repeating: "?", count: tags.count).joined(separator: ", ")
    return try db.scalar("SELECT COUNT(*) FROM tags WHERE name IN (\(marks))", tags) as? Int64 ?? 0 // safe: sql
  }

  func vacuum(into folder: FileManager.SearchPathDirectory = .cachesDirectory) throws {
    let target = FileManager.default.urls(for: folder, in: .userDomainMask)[0].appendingPathComponent("copy.db")
    try db.run("VACUUM INTO ?", target.path) // safe: sql
  }
}
