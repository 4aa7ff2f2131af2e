import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A look for a debugger whose own failure counts as none.
struct DebuggerCheckFailOpen: SwiftRule {
  static let metadata = RuleMetadata(
    id: "debugger-check-fail-open",
    title: LocalizedText(
      "Failed debugger check counts as clean",
      ja: "デバッガー検出の失敗を「問題なし」と扱っている"),
    why: LocalizedText(
      """
      sysctl is easily made to fail by a hook. When its result is ignored or a failure means no \
      debugger, the check ends there.
      """,
      ja: """
        sysctl はフックで簡単に失敗させられます。結果を無視したり、失敗を「デバッガーなし」と扱ったりす\
        ると、検出はそこで無効になります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Treat a failure as a signal of its own, as OmamoriDevice does.",
        ja: "失敗もひとつの兆候として扱ってください。OmamoriDevice はこの方式です。"),
      library: .device),
    severity: .low, confidence: .medium, cwe: [693], owaspMobile2024: [.m7], owaspMobile2016: [.m8],
    masvs: ["RESILIENCE-4"], mastg: [89],
    example: RuleMetadata.Example(
      bad: """
        func isDebugged() -> Bool {
          guard sysctl(&name, 4, &info, &size, nil, 0) == 0 else { return false }
          return info.kp_proc.p_flag & P_TRACED != 0
        }
        """,
      good: """
        func isDebugged() -> Bool {
          guard sysctl(&name, 4, &info, &size, nil, 0) == 0 else { return true }
          return info.kp_proc.p_flag & P_TRACED != 0
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let traced = source.facts.references["P_TRACED"] ?? []
    for reference in traced.prefix(1) {
      report.note(
        .integrityCheck, at: reference.range,
        LocalizedText("An attached debugger is looked for.", ja: "デバッガーの接続を調べています。"))
    }
    for call in source.facts.calls("sysctl") {
      guard let function = source.facts.function(around: call.scope),
        traced.contains(where: { source.facts.isWithin($0.scope, function.scope) }),
        // What lists all processes looks at others.
        source.facts.references("KERN_PROC_ALL", in: function.scope).isEmpty,
        let place = failure(of: call, function, source)
      else { continue }
      report.add(
        Self.self, at: place,
        LocalizedText(
          "When sysctl fails, \(function.name) finds no debugger.",
          ja: "sysctl が失敗すると、\(function.name) は「デバッガーなし」と判断します。"))
    }
  }

  /// Where a failure of `call` is lost.
  private func failure(of call: Call, _ function: Function, _ source: SwiftSource) -> Range<Int>? {
    if let guarding = call.node.ancestor(GuardStmtSyntax.self, within: 6),
      let leave = guarding.body.statements.first?.item.as(ReturnStmtSyntax.self)
    {
      return leave.expression?.trimmedDescription == "false" ? leave.byteRange : nil
    }
    guard let parent = call.node.parent else { return nil }
    if parent.is(CodeBlockItemSyntax.self) { return call.range }
    if let sequence = parent.parent?.as(SequenceExprSyntax.self) {
      if sequence.elements.first?.is(DiscardAssignmentExprSyntax.self) == true { return call.range }
      let joins = sequence.elements.contains { SequenceParts.operation($0) == "&&" }
      return joins ? call.range : nil
    }
    // `let junk = sysctl(…)`, then only asserted, which release builds leave out.
    guard
      let name = call.node.ancestor(PatternBindingSyntax.self, within: 2)?.pattern
        .as(IdentifierPatternSyntax.self)?.identifier.text
    else { return nil }
    let uses = (source.facts.references[name] ?? []).filter {
      source.facts.isWithin($0.scope, function.scope)
    }
    let isTested = uses.contains { use in
      let user = use.node.ancestor(FunctionCallExprSyntax.self, within: 8)
      return user.flatMap { NamePath.last(of: $0.calledExpression) } != "assert"
    }
    return isTested ? nil : call.range
  }
}
