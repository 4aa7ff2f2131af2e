import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A check of the app's own security that gives the same answer whatever it finds.
struct AuditStub: SwiftRule {
  static let metadata = RuleMetadata(
    id: "audit-stub",
    title: LocalizedText("Security check with a constant answer", ja: "常に同じ結果を返すセキュリティ確認"),
    why: LocalizedText(
      """
      Screens, logs and reviewers trust what the check says. One that looks at nothing hides every fault it \
      was written to find.
      """,
      ja: """
        画面、ログ、レビュー担当者はこの結果を信頼します。何も調べない確認処理は、見つけるはずの問題をすべて隠します。
        """),
    fix: RuleFix(
      LocalizedText(
        "Look at the real state, or remove the function; omamori audit and IntegrityChecker give real answers.",
        ja: "実際の状態を調べるか、関数を削除してください。omamori audit と IntegrityChecker は実際の状態を調べます。")),
    severity: .low, confidence: .medium, cwe: [670], owaspMobile2024: [.m8], owaspMobile2016: [.m10],
    example: RuleMetadata.Example(
      bad: "func runSecurityAudit() -> Bool { true }",
      good: "func runSecurityAudit() -> Bool { store.isProtected && log.isIntact }"))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for function in source.facts.functions where function.parameters != nil && isAudit(function, source) {
      guard !IntegrityChecks.isCheck(function.name), !isDouble(function, source),
        let answer = constantAnswer(of: function, source)
      else { continue }
      report.add(
        Self.self, at: answer.utf8Range,
        LocalizedText(
          "\(function.name) always answers \(source.quote(answer, limit: 30)).",
          ja: "\(function.name) は常に \(source.quote(answer, limit: 30)) を返します。"))
    }
  }

  /// `runSecurityAudit`, `checkCompliance`, `securityScore`; `makeSecurityManager` is none.
  private func isAudit(_ function: Function, _ source: SwiftSource) -> Bool {
    let words = Words.of(function.name)
    guard words.count <= 5, !words.contains(where: Self.others.contains) else { return false }
    if words.contains(where: Self.subjects.contains) && words.contains(where: Self.verdicts.contains) {
      return true
    }
    guard words.first == "is", words.last.map(Self.praise.contains) == true else { return false }
    // `isSecure()` of a `SecuritySelfCheck`.
    let type = Set(Words.of(source.facts.typeName(around: function.scope) ?? ""))
    return !type.isDisjoint(with: ["security", "audit", "compliance"])
      && !type.isDisjoint(with: ["check", "checker", "audit", "auditor", "self", "scanner"])
  }

  /// The literal or the bare case that is all there is to the function.
  private func constantAnswer(of function: Function, _ source: SwiftSource) -> ExprSyntax? {
    guard function.returnType != nil, function.body.count == 1, let only = function.body.first else {
      return nil
    }
    let value = only.item.as(ReturnStmtSyntax.self)?.expression ?? only.item.as(ExprSyntax.self)
    guard let value else { return nil }
    if value.is(BooleanLiteralExprSyntax.self) || value.is(IntegerLiteralExprSyntax.self)
      || value.is(FloatLiteralExprSyntax.self) || value.is(StringLiteralExprSyntax.self)
    {
      return source.fold(value, in: function.scope).isConstant || value.is(FloatLiteralExprSyntax.self)
        ? value : nil
    }
    // `.passed`, `.high`: a case without anything.
    guard let member = value.as(MemberAccessExprSyntax.self), member.base == nil,
      !Set(Words.of(member.declName.baseName.text)).isDisjoint(with: Self.praise)
    else { return nil }
    return value
  }

  /// A stand-in for tests, a default of a protocol, an answer that a base class leaves to others.
  private func isDouble(_ function: Function, _ source: SwiftSource) -> Bool {
    let type = source.facts.typeName(around: function.scope) ?? ""
    if !Set(Words.of(type)).isDisjoint(with: Self.doubles) { return true }
    let modifiers = function.node.as(FunctionDeclSyntax.self)?.modifiers.map(\.name.text) ?? []
    return modifiers.contains("override") || modifiers.contains("open")
  }

  private static let subjects: Set = ["security", "audit", "compliance", "hardening", "secure"]
  private static let verdicts: Set = [
    "check", "verify", "validate", "evaluate", "assess", "run", "perform", "score", "level", "passes",
    "passed",
    "scan", "self", "status", "audit", "ok", "test", "rating",
  ]
  private static let others: Set = [
    "log", "entry", "coding", "scoped", "resource", "enclave", "text", "field", "should", "supports", "make",
    "url", "http", "https", "transport", "socket", "required", "title",
  ]
  private static let praise: Set = [
    "passed", "ok", "success", "high", "secure", "valid", "compliant", "full", "strong", "safe", "good",
  ]
  private static let doubles: Set = [
    "mock", "stub", "fake", "dummy", "noop", "preview", "spy", "null", "disabled", "default", "test", "tests",
  ]
}
