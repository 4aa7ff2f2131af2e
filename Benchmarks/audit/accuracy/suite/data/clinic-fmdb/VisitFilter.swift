import Foundation

enum VisitColumn: String {
  case patient, doctor, room
}

struct VisitFilter {
  private var clauses: [String] = []
  private(set) var values: [Any] = []

  mutating func require(_ column: VisitColumn, contains text: String) {
    clauses.append("\(column.rawValue) LIKE ?")
    values.append("%\(text)%")
  }

  mutating func require(day: Date) {
    clauses.append("day = ?")
    values.append(day)
  }

  var statement: String {
    "SELECT * FROM visit" + (clauses.isEmpty ? "" : " WHERE " + clauses.joined(separator: " AND "))
  }
}

final class InvoiceQuery {
  private var text = "SELECT * FROM invoice WHERE 1 = 1"

  @discardableResult
  func and(_ column: String, equals value: String) -> InvoiceQuery {
    text.append(" AND \(column) = '\(value)'")
    return self
  }

  func build() -> String {
    text + " ORDER BY number"
  }
}

extension String {
  var sqlLikePattern: String { "'%" + self + "%'" }

  var digitsOnly: String { String(unicodeScalars.filter { (48...57).contains($0.value) }) }
}
