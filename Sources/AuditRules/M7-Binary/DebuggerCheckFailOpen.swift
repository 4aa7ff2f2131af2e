import AuditEngine
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
      return leave.expression?.trimmedDescription == "false" ? leave.utf8Range : nil
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

extension DebuggerCheckFailOpen: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    let traced = source.uses(of: ["P_TRACED"], in: source.tokens.indices)
    guard let first = traced.first else { return }
    report.note(
      .integrityCheck, at: source.tokens[first].range,
      LocalizedText("An attached debugger is looked for.", ja: "デバッガーの接続を調べています。"))
    for call in source.calls("sysctl").prefix(ObjectiveCSource.closeLooks) {
      guard let index = call.function, traced.contains(where: source.functions[index].body.contains),
        !Self.asksAboutOthers(source.functions[index], source),
        let place = Self.failure(of: call, source.functions[index], source)
      else { continue }
      let name = source.functions[index].name
      report.add(
        Self.self, at: source.bytes(of: place),
        LocalizedText(
          "When sysctl fails, \(name) finds no debugger.", ja: "sysctl が失敗すると、\(name) は「デバッガーなし」と判断します。"))
    }
  }

  /// Whether the function lists processes, or looks at the one that its caller names: debuggers do.
  private static func asksAboutOthers(_ function: CFunction, _ source: ObjectiveCSource) -> Bool {
    if source.use(of: ["KERN_PROC_ALL"], in: function.body) != nil { return true }
    let parameters = Set(function.parameters.map(\.name))
    return source.uses(of: ["KERN_PROC_PID"], in: function.body).contains { index in
      index + 2 < function.body.upperBound && parameters.contains(source.tokens[index + 2].text)
    }
  }

  /// Where a failure of `call` is lost.
  private static func failure(of call: CCall, _ function: CFunction, _ source: ObjectiveCSource) -> Range<
    Int
  >? {
    func token(_ index: Int) -> String { function.body.contains(index) ? source.tokens[index].text : ";" }
    let (before, after) = (call.tokens.lowerBound - 1, call.tokens.upperBound)
    // `sysctl(…);`
    if [";", "{", "}"].contains(token(before)), token(after) == ";" { return call.tokens }
    if token(before) == ")", token(before - 1) == "void", token(after) == ";" { return call.tokens }
    // `sysctl(…) == 0 && …`
    if token(after) == "==", token(after + 2) == "&&" { return call.tokens }
    if token(after) == "!=" || token(after) == ")" || token(after) == "<" || token(after) == "==" {
      return answerOfFailure(after, token)
    }
    // `junk = sysctl(…); assert(junk == 0);`, which release builds leave out.
    guard token(before) == "=", function.body.contains(before - 1) else { return nil }
    let name = source.tokens[before - 1].text
    let uses = source.uses(of: [name], in: after..<function.body.upperBound)
    let isTested = uses.contains { use in
      let around = source.calls.last { $0.tokens.contains(use) }
      return !["assert", "NSAssert", "NSCAssert"].contains(around?.name ?? "")
    }
    return isTested ? nil : call.tokens
  }

  /// Looks at `if (sysctl(…) != 0) { return NO; }`.
  private static func answerOfFailure(_ after: Int, _ token: (Int) -> String) -> Range<Int>? {
    var index = after
    while index < after + 4, token(index) != ")" { index += 1 }
    // With `== 0` the branch is the one of success.
    guard token(index) == ")", token(after) != "==" || token(after + 1) == "-" else { return nil }
    index += 1
    if token(index) == "{" { index += 1 }
    guard token(index) == "return", ["NO", "false", "0"].contains(token(index + 1)) else { return nil }
    return index..<(index + 2)
  }
}
