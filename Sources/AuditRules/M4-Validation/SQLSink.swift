import AuditEngine
import SwiftSyntax

/// A call that runs SQL, and the argument that is the statement.
struct SQLSink {
  /// The call.
  let call: Call
  /// The statement.
  let statement: ExprSyntax
  /// Whether the function takes nothing but SQL, so that the text need not look like it.
  let isRaw: Bool

  /// The calls of `source` that run SQL, functions of the file that hand a parameter on to one included.
  static func all(in source: SwiftSource) -> [SQLSink] {
    let calls = source.facts.calls(named: mayRun, labelled: { $0 == "sql" }).compactMap { direct($0) }
    let helpers = calls.compactMap { helper(handing: $0, source) }
    let indirect = helpers.flatMap { helper in
      source.facts.calls(helper.name).compactMap { call -> SQLSink? in
        guard call.arguments.count > helper.position, call.arguments[helper.position].label == helper.label
        else {
          return nil
        }
        return SQLSink(call: call, statement: call.arguments[helper.position].value, isRaw: true)
      }
    }
    return calls + indirect
  }

  /// Whether `value` is known to begin like a statement.
  static func isStatement(_ value: Value) -> Bool {
    value.alternatives.contains { $0.prefix.map(startsLikeSQL) == true }
  }

  /// Whether the first word of `text` begins a statement.
  static func startsLikeSQL(_ text: String) -> Bool {
    let words = text.drop { !$0.isLetter }.prefix(200).split(whereSeparator: \.isWhitespace)
    return words.count > 1 && words.first.map { statements.contains($0.uppercased()) } == true
  }

  private static func mayRun(_ name: String) -> Bool {
    runners.contains(name) || name == "sqlite3_exec" || name.hasPrefix("sqlite3_prepare")
  }

  private static func direct(_ call: Call) -> SQLSink? {
    if call.name == "sqlite3_exec" || call.name.hasPrefix("sqlite3_prepare") {
      return call.arguments.count > 1
        ? SQLSink(call: call, statement: call.arguments[1].value, isRaw: true) : nil
    }
    if let sql = call.argument("sql") { return SQLSink(call: call, statement: sql, isRaw: false) }
    guard runners.contains(call.name), let first = call.arguments.first, first.label == nil else {
      return nil
    }
    return SQLSink(call: call, statement: first.value, isRaw: false)
  }

  private struct Helper {
    let name: String
    let position: Int
    let label: String?
  }

  /// The function around `sink` if one of its parameters is the statement.
  private static func helper(handing sink: SQLSink, _ source: SwiftSource) -> Helper? {
    guard let name = sink.statement.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let function = source.facts.function(around: sink.call.scope), let parameters = function.parameters
    else { return nil }
    for (position, parameter) in parameters.enumerated()
    where (parameter.secondName ?? parameter.firstName).text == name {
      let label = parameter.firstName.text
      return Helper(name: function.name, position: position, label: label == "_" ? nil : label)
    }
    return nil
  }

  private static let runners: Set = [
    "executeQuery", "executeUpdate", "executeStatements", "execute", "prepare", "run", "scalar", "rawQuery",
    "raw",
    "executeRaw", "makeStatement", "exec",
  ]
  private static let statements: Set = [
    "SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "REPLACE", "PRAGMA", "WITH", "ATTACH",
    "DETACH", "VACUUM", "REINDEX", "EXPLAIN",
  ]
}
