import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A function that is said to decide who may go on, and lets everyone.
struct ConstantAuthDecision: SwiftRule {
  static let metadata = RuleMetadata(
    id: "constant-auth-decision",
    title: LocalizedText("Authentication that always succeeds", ja: "常に成功する認証処理"),
    why: LocalizedText(
      """
      The callers believe that somebody was checked. The answer does not depend on who it is, or both branches of the \
      decision do the same.
      """,
      ja: """
        呼び出し側は確認が行われたと信じていますが、結果は相手に関係なく同じか、判定のどちらの分岐も同じ動作をします。
        """),
    fix: RuleFix(
      LocalizedText(
        "Decide by what the server or the Keychain says and deny in every other case. OmamoriAuth keeps such a session.",
        ja: "サーバーまたは Keychain の結果で判定し、それ以外は拒否してください。OmamoriAuth はそのようなセッションを提供します。"),
      library: .auth),
    severity: .medium, confidence: .medium, cwe: [670], owaspMobile2024: [.m3], owaspMobile2016: [.m6],
    example: RuleMetadata.Example(
      bad: """
        func verifyPin(_ pin: String) -> Bool {
          log.info("checking")
          return true
        }
        """,
      good: """
        func verifyPin(_ pin: String) -> Bool {
          log.info("checking")
          return verifier.accepts(pin)
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.text.context == .app else { return }
    for function in source.facts.functions
    where AuthenticationFunction.decides(function.name) || Self.verifies(function.name) {
      guard !AuthenticationFunction.isDouble(function, source), !IntegrityChecks.isCheck(function.name) else {
        continue
      }
      if let answer = constantAnswer(of: function, source) {
        report.add(
          Self.self, at: function.nameRange.lowerBound..<answer.utf8Range.upperBound,
          LocalizedText(
            "\(function.name) answers true whatever it is given.", ja: "\(function.name) は何を渡しても true を返します。"),
          confidence: function.parameters?.isEmpty == false ? .medium : .low)
      } else if let completion = constantCompletion(of: function, source) {
        report.add(
          Self.self, at: completion.range,
          LocalizedText(
            "\(function.name) reports success whatever it is given.", ja: "\(function.name) は何を渡しても成功を返します。"))
      } else if let (choice, what) = sameBranches(of: function) {
        report.add(
          Self.self, at: choice.utf8Range,
          LocalizedText(
            "Both branches of the decision in \(function.name) do the same: \(what).",
            ja: "\(function.name) の判定は、どちらの分岐も同じ動作をします：\(what)"))
      }
    }
  }

  /// `verifyCoupon`: whatever it is, somebody wants to know that it is genuine.
  static func verifies(_ name: String) -> Bool {
    guard name.hasPrefix("verif") else { return false }
    let words = Words.of(name)
    return words.first == "verify" && words.count > 1 && words.count <= 5
  }

  // MARK: Constant results

  /// The literal `true` that every way through the function returns.
  private func constantAnswer(of function: Function, _ source: SwiftSource) -> ExprSyntax? {
    guard function.returnsBool,
      function.node.as(FunctionDeclSyntax.self) != nil
        || function.node.is(PatternBindingSyntax.self)
    else { return nil }
    // A thrown error says no as well.
    if function.node.as(FunctionDeclSyntax.self)?.signature.effectSpecifiers?.throwsClause != nil {
      return nil
    }
    let returns = source.returns(of: function)
    guard let last = returns.last, returns.allSatisfy({ isTrue($0, function.scope, source) }) else {
      return nil
    }
    return last
  }

  /// `true`, or a chain of `||` with `true` in it.
  private func isTrue(_ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    if value.as(BooleanLiteralExprSyntax.self)?.literal.text == "true" { return true }
    let parts = SequenceParts.of(value)
    guard parts.count > 2 else { return false }
    let operations = parts.compactMap(SequenceParts.operation)
    return operations.allSatisfy { $0 == "||" }
      && parts.contains { $0.as(BooleanLiteralExprSyntax.self)?.literal.text == "true" }
  }

  /// The call `completion(true)` that is all there is to the function.
  private func constantCompletion(of function: Function, _ source: SwiftSource) -> Call? {
    let handlers = Set(
      (function.parameters ?? []).filter { $0.type.writtenName.contains("->") }
        .map { ($0.secondName ?? $0.firstName).text })
    guard !handlers.isEmpty, (function.parameters?.count ?? 0) > handlers.count else { return nil }
    let calls = source.facts.calls(in: function.scope)
    let answers = calls.filter { $0.receiver == nil && handlers.contains($0.name) }
    guard let first = answers.first,
      answers.allSatisfy({ call in
        guard let value = call.arguments.first?.value else { return false }
        return value.as(BooleanLiteralExprSyntax.self)?.literal.text == "true"
          || value.trimmedDescription.hasPrefix(".success(")
      }), calls.allSatisfy({ call in isIdle(call) || handlers.contains(call.name) })
    else { return nil }
    return first
  }

  /// A call that waits, logs or switches queues.
  private func isIdle(_ call: Call) -> Bool {
    ["async", "asyncAfter", "now", "print", "NSLog", "debug", "info", "success", "sleep", "debugPrint"]
      .contains(call.name)
  }

  // MARK: The same in every branch

  /// A choice whose branches are alike, word by word.
  private func sameBranches(of function: Function) -> (node: Syntax, text: String)? {
    for item in function.body {
      let node = Syntax(item.item)
      let inner = node.as(ExpressionStmtSyntax.self)?.expression
      if let choice = node.as(IfExprSyntax.self) ?? inner?.as(IfExprSyntax.self),
        case .codeBlock(let other)? = choice.elseBody, let text = Self.text(of: choice.body.statements),
        text == Self.text(of: other.statements)
      {
        return (Syntax(choice), Self.short(text))
      }
      if let choice = node.as(SwitchExprSyntax.self) ?? inner?.as(SwitchExprSyntax.self) {
        let arms = choice.cases.compactMap { $0.as(SwitchCaseSyntax.self) }.map {
          Self.text(of: $0.statements)
        }
        if arms.count > 1, let first = arms[0], arms.allSatisfy({ $0 == first }) {
          return (Syntax(choice), Self.short(first))
        }
      }
    }
    return nil
  }

  /// The words of the statements, without spaces and comments; `nil` when nothing happens.
  private static func text(of statements: CodeBlockItemListSyntax) -> String? {
    let text = statements.tokens(viewMode: .sourceAccurate).map(\.text).joined(separator: " ")
    return text.isEmpty || text == "break" || text == "return" ? nil : text
  }

  private static func short(_ text: String) -> String { text.count <= 50 ? text : text.prefix(49) + "…" }
}

extension ConstantAuthDecision: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard source.text.context == .app else { return }
    for function in source.functions {
      let name = String(function.name.prefix { $0 != ":" })
      guard AuthenticationFunction.decides(name) || Self.verifies(name), !IntegrityChecks.isCheck(name),
        let answer = source.onlyAnswer(of: function), answer
      else { continue }
      report.add(
        Self.self, at: source.bytes(of: function.head.lowerBound..<function.body.upperBound),
        LocalizedText(
          "\(name) answers true whatever it is given.", ja: "\(name) は何を渡しても true を返します。"),
        confidence: function.parameters.isEmpty ? .low : .medium)
    }
  }
}

extension ObjectiveCSource {
  /// The answer of a function whose body is nothing but `return YES;` or `return NO;`.
  func onlyAnswer(of function: CFunction) -> Bool? {
    guard ["BOOL", "bool", "Boolean"].contains(function.result) else { return nil }
    switch tokens[function.body].map(\.text) {
    case ["return", "YES", ";"], ["return", "true", ";"]: return true
    case ["return", "NO", ";"], ["return", "false", ";"]: return false
    default: return nil
    }
  }
}
