import Foundation
import GRDB

struct Article: Codable, FetchableRecord, TableRecord {
  var ean: String
  var name: String
  var amount: Int

  static func with(ean: String) -> SQLRequest<Article> {
    "SELECT * FROM \(self) WHERE \(CodingKeys.ean) = \(ean)" // safe: sql
  }

  static func matching(_ term: String) -> SQLRequest<Article> {
    "SELECT * FROM \(self) WHERE name LIKE '\(sql: term)%'" // weak: sql file
  }

  static func listed(by column: String) -> QueryInterfaceRequest<Article> {
    let columns = ["name": CodingKeys.name, "amount": CodingKeys.amount]
    return Article.all().order(Column(columns[column] ?? CodingKeys.name)) // safe: sql
  }
}

struct StockMove: Decodable {
  let shelf: String
  let ean: String
  let amount: Int
}

extension Database {
  func apply(_ move: StockMove) throws {
    let query: SQL = "UPDATE stock SET amount = amount + \(move.amount) WHERE ean = \(move.ean)"
    try execute(literal: query) // safe: sql
    try execute(literal: SQL(sql: "INSERT INTO shelf_log (shelf) VALUES ('\(move.shelf)')")) // weak: sql file
  }

  func attach(_ url: URL) throws {
    try execute(sql: "ATTACH DATABASE ? AS delivery", arguments: [url.path]) // safe: sql
    try execute(sql: "INSERT INTO stock SELECT * FROM delivery.stock") // safe: sql
  }
}
