enum Schema {
  static let createEntry = """
    CREATE TABLE IF NOT EXISTS entry (
      id INTEGER PRIMARY KEY, payee TEXT, cents INTEGER, month INTEGER, year INTEGER,
      category TEXT, account TEXT, currency TEXT
    );
    """
  static let createAccount = "CREATE TABLE IF NOT EXISTS account (code TEXT PRIMARY KEY, title TEXT, renamed INTEGER);"

  static func tableName(forYear year: Int) -> String {
    "entry_\(year)"
  }

  static func selection(for header: String) -> String {
    "SELECT " + header + " FROM entry"
  }
}
