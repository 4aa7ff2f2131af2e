import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A PIN or password that is checked on the device as often as somebody likes.
struct NoAttemptLimit: SwiftRule {
  static let metadata = RuleMetadata(
    id: "no-attempt-limit",
    title: LocalizedText("Unlimited attempts at a PIN or password", ja: "試行回数が制限されない PIN・パスワード"),
    why: LocalizedText(
      """
      Four digits are ten thousand attempts. Without a counter that survives a restart and a growing delay, somebody with \
      the device, or a script, tries them all.
      """,
      ja: """
        4 桁の数字は 1 万通りです。再起動しても残るカウンターと次第に長くなる待ち時間がなければ、\
        デバイスを手にした人やスクリプトがすべて試せます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Count failures in the Keychain, delay, and lock after a few. OmamoriDevice releases secrets only through a check \
        that the system itself limits.
        """,
        ja: """
          失敗回数を Keychain に記録し、待ち時間を設け、数回でロックしてください。OmamoriDevice は、システム自体が試行回数を\
          制限する確認を経て秘密を取り出します。
          """),
      library: .device),
    severity: .low, confidence: .low, cwe: [307], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        func verifyPin(_ typed: String) -> Bool {
          hash(typed) == storedHash
        }
        """,
      good: """
        func verifyPin(_ typed: String) -> Bool {
          guard failedAttempts < 5 else { return false }
          let isRight = hash(typed) == storedHash
          failedAttempts = isRight ? 0 : failedAttempts + 1
          return isRight
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.text.context == .app else { return }
    let candidates = source.facts.functions.filter { AuthenticationFunction.checksTyped($0) }
    guard !candidates.isEmpty, !isLimited(source) else { return }
    for function in candidates
    where function.returnsBool && function.parameters?.isEmpty == false
      && compares(function, source) && !AuthenticationFunction.isDouble(function, source)
    {
      report.add(
        Self.self, at: function.nameRange,
        LocalizedText(
          "\(function.name) may be called without end; nothing in this file counts or delays.",
          ja: "\(function.name) は何度でも呼び出せます。このファイルには回数の記録も待ち時間もありません。"))
    }
  }

  /// Whether the function compares what it is given, here and not on a server.
  private func compares(_ function: Function, _ source: SwiftSource) -> Bool {
    guard function.node.as(FunctionDeclSyntax.self)?.signature.effectSpecifiers?.asyncSpecifier == nil else {
      return false
    }
    let given = NameFlow.spread(
      Set((function.parameters ?? []).map { ($0.secondName ?? $0.firstName).text }), in: function.body)
    return source.facts.comparisons.contains { comparison in
      source.facts.isWithin(comparison.scope, function.scope) && ["==", "!="].contains(comparison.operation)
        && [comparison.left, comparison.right].contains { NameFlow.use(of: given, in: $0) != nil }
        && ![comparison.left, comparison.right].contains { side in
          side.is(StringLiteralExprSyntax.self) || side.is(NilLiteralExprSyntax.self)
            || NamePath.last(of: side) == "count" || NamePath.last(of: side) == "isEmpty"
        }
    }
  }

  private func isLimited(_ source: SwiftSource) -> Bool {
    source.facts.references.keys.contains { Words.of($0).contains(where: Self.limits.contains) }
      || source.facts.bindings.contains { Words.of($0.name).contains(where: Self.limits.contains) }
  }

  private static let limits: Set = [
    "attempt", "attempts", "tries", "retries", "retry", "failures", "failure", "failed", "lockout", "locked",
    "lock",
    "throttle", "throttling", "delay", "backoff", "remaining", "limit", "limiter", "sleep", "blocked",
    "cooldown",
  ]
}
