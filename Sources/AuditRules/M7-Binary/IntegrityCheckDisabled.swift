import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A check for tampering that always says that all is well.
struct IntegrityCheckDisabled: SwiftRule {
  static let metadata = RuleMetadata(
    id: "integrity-check-disabled",
    title: LocalizedText("Integrity check switched off", ja: "無効化された改ざん検出"),
    why: LocalizedText(
      """
      The callers believe that a debugger, a jailbreak or a changed binary would be noticed. Nothing \
      is looked at, or an error counts as all is well.
      """,
      ja: """
        呼び出し側は、デバッガー、脱獄、バイナリの改変が検出されると信じています。実際には何も調べていな\
        いか、エラーが「問題なし」と扱われています。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Put the check back, exempt debug builds by #if DEBUG alone, and report an error as a signal of \
        its own. OmamoriDevice does.
        """,
        ja: """
          検出処理を復活させ、除外は #if DEBUG のデバッグビルドだけにし、エラーもひとつの兆候として扱っ\
          てください。OmamoriDevice はこの方式です。
          """),
      library: .device),
    severity: .medium, confidence: .medium, cwe: [489, 693], owaspMobile2024: [.m7], owaspMobile2016: [.m10],
    example: RuleMetadata.Example(
      bad: "func isDebuggerAttached() -> Bool { false }",
      good: "func isDebuggerAttached() -> Bool { processFlags() & P_TRACED != 0 }"))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for function in source.facts.functions where function.returnsBool {
      guard IntegrityChecks.isCheck(function.name), !isDouble(function, source) else { continue }
      if let answer = constantAnswer(of: function) {
        report.add(
          Self.self, at: function.nameRange.lowerBound..<answer.utf8Range.upperBound,
          LocalizedText(
            "\(function.name) answers \(answer.trimmedDescription) without looking at anything.",
            ja: "\(function.name) は何も調べずに \(answer.trimmedDescription) を返します。"),
          confidence: hasRemark(function, source) ? .high : .medium)
      } else if let clean = failsOpen(function) {
        report.add(
          Self.self, at: clean.utf8Range,
          LocalizedText(
            "An error in \(function.name) counts as all is well.",
            ja: "\(function.name) でエラーが起きると「問題なし」と扱われます。"))
      }
    }
  }

  /// The literal that is all there is to the function, or that stands before everything else.
  private func constantAnswer(of function: Function) -> BooleanLiteralExprSyntax? {
    guard let first = function.body.first else { return nil }
    switch first.item {
    case .expr(let value): return function.body.count == 1 ? value.as(BooleanLiteralExprSyntax.self) : nil
    case .stmt(let statement):
      return statement.as(ReturnStmtSyntax.self)?.expression?.as(BooleanLiteralExprSyntax.self)
    default: return nil
    }
  }

  /// Finds `catch { return false }`.
  private func failsOpen(_ function: Function) -> ReturnStmtSyntax? {
    for item in function.body {
      guard let attempt = item.item.as(DoStmtSyntax.self) else { continue }
      for clause in attempt.catchClauses {
        guard let last = clause.body.statements.last?.item.as(ReturnStmtSyntax.self),
          last.expression?.trimmedDescription == "false"
        else { continue }
        return last
      }
    }
    return nil
  }

  private func hasRemark(_ function: Function, _ source: SwiftSource) -> Bool {
    let text = function.body.description.uppercased()
    return ["TODO", "FIXME", "TEMPORAR", "DISABLED", "無効"].contains { text.contains($0) }
  }

  /// A stand-in for tests, and the default of a protocol.
  private func isDouble(_ function: Function, _ source: SwiftSource) -> Bool {
    guard let type = source.facts.typeName(around: function.scope) else { return false }
    return Words.of(type).contains {
      ["mock", "stub", "fake", "dummy", "noop", "preview", "spy", "null", "disabled", "default"].contains($0)
    }
  }
}

extension IntegrityCheckDisabled: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard source.text.context == .app else { return }
    for function in source.functions {
      let name = String(function.name.prefix { $0 != ":" })
      guard IntegrityChecks.isCheck(name), let answer = source.onlyAnswer(of: function) else { continue }
      let text = answer ? "YES" : "NO"
      report.add(
        Self.self, at: source.bytes(of: function.head.lowerBound..<function.body.upperBound),
        LocalizedText(
          "\(name) answers \(text) without looking at anything.", ja: "\(name) は何も調べずに \(text) を返します。"))
    }
  }
}
