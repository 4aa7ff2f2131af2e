import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PragmaKeyWithoutCipherTests {
  @Test(arguments: [
    """
    import SQLite3
    func open() { sqlite3_exec(db, ⟦"PRAGMA key = 'himitsu'"⟧, nil, nil, nil) }
    """,
    #"""
    import Foundation
    import SQLite3
    final class Store {
      func unlock(with key: String) {
        let sql = ⟦"pragma key='\(key)';"⟧
        sqlite3_exec(db, sql, nil, nil, nil)
      }
    }
    """#,
    """
    import SQLite3
    func open(_ key: [UInt8]) { ⟦sqlite3_key(db, key, Int32(key.count))⟧ }
    """,
  ])
  func speaks(_ source: String) { expect(PragmaKeyWithoutCipher.self, in: source) }

  @Test(arguments: [
    """
    import SQLCipher
    func open() { sqlite3_exec(db, "PRAGMA key = 'x'", nil, nil, nil) }
    """,
    // Which SQLite another library brings is not known.
    """
    import GRDB
    func open() throws { try db.execute(sql: "PRAGMA key = 'x'") }
    """,
    // The app makes sure at start.
    """
    import SQLite3
    func open() {
      sqlite3_exec(db, "PRAGMA key = 'x'", nil, nil, nil)
      sqlite3_prepare_v2(db, "PRAGMA cipher_version", -1, &statement, nil)
    }
    """,
    """
    import SQLite3
    func open() { sqlite3_exec(db, "PRAGMA foreign_keys = ON", nil, nil, nil) }
    """,
    """
    import SQLite3
    let help = "PRAGMA keyword"
    """,
  ])
  func isSilent(_ source: String) { expect(PragmaKeyWithoutCipher.self, in: source) }
}
