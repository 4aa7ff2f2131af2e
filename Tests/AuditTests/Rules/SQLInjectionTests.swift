import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct SQLInjectionTests {
  @Test(arguments: [
    """
    func search(_ words: String) {
      let sql = ⟦"SELECT id FROM entry WHERE title LIKE '%\\(words)%' ORDER BY id DESC"⟧
      guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { return }
    }
    """,
    """
    func delete(title: String) {
      var command = "DELETE FROM entry WHERE title = '"
      ⟦command += title⟧
      command += "'"
      sqlite3_exec(database, command, nil, nil, nil)
    }
    """,
    """
    func find(name: String) throws {
      let rows = try database.executeQuery(⟦"SELECT * FROM user WHERE name = '" + name + "'"⟧, values: nil)
    }
    """,
    """
    func find(_ name: String) throws -> [Row] {
      try Row.fetchAll(db, sql: ⟦"SELECT * FROM user WHERE name = '\\(name)'"⟧)
    }
    """,
    """
    func rename(_ field: UITextField) {
      let sql = ⟦String(format: "UPDATE user SET name = '%@'", field.text!)⟧
      run(sql)
    }
    func run(_ statement: String) { sqlite3_exec(db, statement, nil, nil, nil) }
    """,
    """
    func load(city: String) throws {
      let sql = ⟦\"""
        SELECT * FROM city
        WHERE name = '\\(city)'
        \"""⟧
      try db.execute(sql)
    }
    """,
  ])
  func speaks(_ source: String) { expect(SQLInjection.self, in: source) }

  @Test(arguments: [
    """
    func search(_ words: String) {
      sqlite3_prepare_v2(db, "SELECT id FROM entry WHERE title LIKE ?", -1, &statement, nil)
      sqlite3_bind_text(statement, 1, words, -1, nil)
    }
    """,
    """
    static let table = "entry"
    func clear() { sqlite3_exec(db, "DELETE FROM \\(Self.table)", nil, nil, nil) }
    """,
    """
    func delete(id: Int64) { sqlite3_exec(db, "DELETE FROM entry WHERE id = \\(id)", nil, nil, nil) }
    """,
    """
    func find(_ ids: [String]) throws {
      let marks = ids.map { _ in "?" }.joined(separator: ",")
      _ = try Row.fetchAll(db, sql: "SELECT * FROM user WHERE id IN (\\(marks))", arguments: StatementArguments(ids))
    }
    """,
    """
    func execute(_ sql: String) { sqlite3_exec(db, sql, nil, nil, nil) }
    """,
    """
    func setVersion(_ number: NSNumber) { sqlite3_exec(db, "PRAGMA user_version = \\(number)", nil, nil, nil) }
    """,
    """
    func show(_ name: String) { tool.execute("say hello to \\(name)") }
    """,
    """
    enum Kind: String { case a, b }
    func all(_ kind: Kind) { sqlite3_exec(db, "SELECT * FROM x WHERE kind = '\\(kind.rawValue)'", nil, nil, nil) }
    """,
  ])
  func isSilent(_ source: String) { expect(SQLInjection.self, in: source) }
}
