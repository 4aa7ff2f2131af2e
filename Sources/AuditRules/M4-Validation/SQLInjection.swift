import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A statement that is put together from text, so that the text can change what it does.
struct SQLInjection: SwiftRule {
  static let metadata = RuleMetadata(
    id: "sql-injection",
    title: LocalizedText("SQL built from text", ja: "文字列の連結で組み立てた SQL"),
    why: LocalizedText(
      """
      A quote in the text ends the value and the rest is read as SQL. Whoever supplies the text reads, \
      changes or deletes any row.
      """,
      ja: """
        テキスト中の引用符で値が終わり、残りが SQL として解釈されます。テキストを渡せる者は、任意の行を\
        読み取り、変更、削除できます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Write ? in the statement and bind the values (sqlite3_bind_text, arguments:).",
        ja: "SQL には ? を書き、値はバインドしてください（sqlite3_bind_text、arguments: など）。")),
    severity: .high, confidence: .high, cwe: [89], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        func delete(title: String) {
          sqlite3_exec(db, "DELETE FROM entry WHERE title = '\\(title)'", nil, nil, nil)
        }
        """,
      good: """
        func delete(title: String) {
          sqlite3_prepare_v2(db, "DELETE FROM entry WHERE title = ?", -1, &statement, nil)
          sqlite3_bind_text(statement, 1, title, -1, transient)
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var seen: Set<Range<Int>> = []
    for sink in SQLSink.all(in: source) {
      let holes = source.holes(in: sink.statement, scope: sink.call.scope)
      // What cannot be bound in a PRAGMA has to be put in.
      if !sink.isRaw, !SQLSink.isStatement(source.fold(sink.statement, in: sink.call.scope)),
        !isBuilt(holes, source)
      {
        continue
      }
      for hole in holes where !InjectedPart.isHarmless(hole, words: Self.schemaWords, source) {
        if isPragma(hole, source) || !seen.insert(hole.builder).inserted { continue }
        let part = source.quote(hole.value)
        report.add(
          Self.self, at: hole.builder,
          LocalizedText(
            "\(part) becomes part of the SQL text that \(sink.call.name) runs.",
            ja: "\(part) が、\(sink.call.name) で実行される SQL の一部になります。"),
          confidence: InjectedPart.confidence(hole, source),
          related: [
            report.step(at: sink.call.range, LocalizedText("The text is run here.", ja: "ここで実行されます。"))
          ], flow: InjectedPart.flow(hole, to: sink.call.range, source))
      }
    }
  }

  /// Whether the text around one of `holes` reads like SQL.
  private func isBuilt(_ holes: [TextHole], _ source: SwiftSource) -> Bool {
    holes.contains { SQLSink.startsLikeSQL(text(of: $0, source)) }
  }

  private func isPragma(_ hole: TextHole, _ source: SwiftSource) -> Bool {
    let text = text(of: hole, source).uppercased()
    return text.hasPrefix("PRAGMA") && !text.hasPrefix("PRAGMA KEY")
  }

  /// The builder as it is written, without its first quotes.
  private func text(of hole: TextHole, _ source: SwiftSource) -> String {
    let text = String(decoding: source.text.bytes[hole.builder], as: UTF8.self)
    return String(text.drop { !$0.isLetter })
  }

  /// Words of names of tables and columns, which cannot be bound.
  private static let schemaWords: Set = [
    "table", "tables", "column", "columns", "schema", "index", "order", "direction", "limit", "offset",
    "ascending",
    "count", "clause", "fields", "operator", "type", "version", "definition", "definitions", "predicate",
    "condition", "conditions", "sql", "statement", "query", "savepoint", "alias",
  ]
}

extension SQLInjection: FlowRule {
  static let places: FlowSinkClass = .sql

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "\(arrival.origin.english) becomes part of the SQL that \(arrival.sink) runs; whoever chooses it can read or change any row.",
      ja: "\(arrival.origin.japanese)が \(arrival.sink) で実行される SQL の一部になり、値を選べる者は任意の行を読み書きできます。")
  }
}
