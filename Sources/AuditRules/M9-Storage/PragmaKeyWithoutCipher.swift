import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A database key set on a library that does not encrypt.
struct PragmaKeyWithoutCipher: SwiftRule {
  static let metadata = RuleMetadata(
    id: "pragma-key-without-cipher",
    title: LocalizedText("Database key without encryption", ja: "暗号化されないデータベースへの鍵設定"),
    why: LocalizedText(
      """
      The SQLite of the system ignores PRAGMA key without an error: the app runs, and the database is a \
      plain file.
      """,
      ja: """
        システム付属の SQLite は PRAGMA key をエラーなしに無視します。アプリは動作しますが、データベースは\
        平文のファイルのままです。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Link SQLCipher, import it instead of SQLite3, and check PRAGMA cipher_version at start; or seal the \
        sensitive columns (FieldSealer).
        """,
        ja: """
          SQLite3 の代わりに SQLCipher をリンクして import し、起動時に PRAGMA cipher_version を確認してください。\
          または機密の列を暗号化（FieldSealer）してください。
          """),
      library: .crypto),
    severity: .high, confidence: .medium, cwe: [311], owaspMobile2024: [.m9], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: #"""
        import SQLite3
        func open(_ key: String) { sqlite3_exec(database, "PRAGMA key = '\(key)'", nil, nil, nil) }
        """#,
      good: #"""
        import SQLCipher
        func open(_ key: String) { sqlite3_exec(database, "PRAGMA key = '\(key)'", nil, nil, nil) }
        """#))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    // Of another import it is not known which SQLite it brings.
    guard source.facts.imports.contains("SQLite3"), source.facts.imports.isDisjoint(with: Self.ciphers),
      source.facts.references["cipher_version"] == nil
    else { return }
    let statements = source.facts.strings.filter { Self.setsKey($0.node) }
    let asksForCipher = source.facts.strings.contains {
      $0.node.segments.trimmedDescription.lowercased().contains("cipher_")
    }
    guard !asksForCipher else { return }
    for statement in statements {
      report.add(
        Self.self, at: statement.range,
        LocalizedText(
          "PRAGMA key has no effect on the SQLite3 of the system that this file imports.",
          ja: "このファイルが import しているシステムの SQLite3 では、PRAGMA key は効果がありません。"))
    }
    for name in ["sqlite3_key", "sqlite3_key_v2"] {
      for call in source.facts.calls(name) where call.receiver == nil {
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "\(name) has no effect on the SQLite3 of the system that this file imports.",
            ja: "このファイルが import しているシステムの SQLite3 では、\(name) は効果がありません。"))
      }
    }
  }

  /// `PRAGMA key = …`, `pragma rekey='…'`.
  static func setsKey(_ literal: StringLiteralExprSyntax) -> Bool {
    let words = literal.segments.trimmedDescription.prefix(40).lowercased()
      .split(whereSeparator: { $0.isWhitespace || $0 == "=" || $0 == "(" || $0 == "\\" })
    return words.count >= 2 && words[0] == "pragma" && ["key", "rekey", "hexkey"].contains(String(words[1]))
  }

  private static let ciphers: Set = ["SQLCipher", "GRDBCipher", "GRDB", "FMDB", "SQLite", "SQLiteCipher"]
}
