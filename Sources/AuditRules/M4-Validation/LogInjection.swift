import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Text from outside put into a line of a security log.
struct LogInjection: SwiftRule {
  static let metadata = RuleMetadata(
    id: "log-injection",
    title: LocalizedText("Input in a security log as text", ja: "セキュリティログに埋め込まれた入力"),
    why: LocalizedText(
      """
      A line break in the input begins a line of its own: whoever chooses it writes entries that never \
      happened, and hides the ones that did.
      """,
      ja: """
        入力に含まれる改行は新しい行として記録されます。入力を選べる者は、起きていない出来事を書き込み、\
        実際の記録を紛れさせることができます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Log fields, not lines: AuditLog.append(_:) of OmamoriAuditLog, or one JSON object an entry.",
        ja: "行ではなくフィールドとして記録してください。OmamoriAuditLog の AuditLog.append(_:) か、1 件ごとの JSON が適します。"),
      library: .auditLog),
    severity: .low, confidence: .low, cwe: [117], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: #"func failed() { auditLog.write("sign-in failed for \(userField.text!)\n") }"#,
      good: #"func failed() { auditLog.append(.signInFailed, fields: ["user": userField.text]) }"#))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in Self.writers {
      for call in source.facts.calls(name) {
        guard let line = call.arguments.first?.value, Self.isSecurityLog(call),
          line.is(StringLiteralExprSyntax.self) || SequenceParts.of(line).count > 1
        else { continue }
        let value = source.taint(of: line, in: call.scope, .outside)
        guard let name = value?.name ?? parameter(in: line, call.scope, source) else { continue }
        report.add(
          Self.self, at: line.utf8Range,
          LocalizedText(
            "\(name) becomes part of a line of the log, line breaks included.",
            ja: "\(name) が改行を含めてログの行の一部になります。"),
          flow: value?.steps ?? [])
      }
    }
  }

  /// A link or text that the function is handed.
  private func parameter(in line: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> String? {
    source.holes(in: line, scope: scope).lazy.compactMap { hole -> String? in
      guard !InjectedPart.isHarmless(hole, words: [], source), let name = NamePath.of(hole.value).first,
        let binding = source.binding(named: name, from: hole.scope), binding.kind == .parameter
      else { return nil }
      return ["String", "URL", "String?", "URL?"].contains(binding.type?.writtenName ?? "")
        ? name : nil
    }.first
  }

  static let triggers = Set(writers)

  private static func isSecurityLog(_ call: Call) -> Bool {
    (call.receiverPath + [call.name]).contains { name in
      let words = Set(Words.of(name))
      return !words.isDisjoint(with: ["audit", "security"])
        && !words.isDisjoint(with: ["log", "logger", "trail", "audit"])
    }
  }

  private static let writers = [
    "write", "append", "log", "record", "info", "notice", "warning", "error", "add", "auditLog",
    "logSecurityEvent",
  ]
}
