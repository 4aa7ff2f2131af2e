import AuditEngine
import SwiftSyntax

/// Tells whether anything depends on an answer.
enum IgnoredAnswer {
  // MARK: Swift

  /// Whether the truth value of `expression` is thrown away, only logged, or asked about without a consequence.
  ///
  /// - Parameters:
  ///   - expression: What gives the answer.
  ///   - isInverted: Whether the answer is true when the check fails.
  ///   - source: The file.
  /// - Returns: Whether nothing depends on it.
  static func isIgnored(_ expression: ExprSyntax, isInverted: Bool = false, in source: SwiftSource) -> Bool {
    var node = Syntax(expression)
    for _ in 0..<16 {
      guard let parent = node.parent else { return false }
      if let item = parent.as(CodeBlockItemSyntax.self) { return isStatement(item) }
      if let condition = parent.as(ConditionElementSyntax.self) {
        return condition.parent?.parent?.as(IfExprSyntax.self).map(isWithoutConsequence) ?? false
      }
      if let binding = parent.as(InitializerClauseSyntax.self)?.parent?.as(PatternBindingSyntax.self) {
        return isUnused(binding, in: source)
      }
      if let sequence = parent.as(ExprListSyntax.self)?.parent?.as(SequenceExprSyntax.self) {
        let elements = Array(sequence.elements)
        if elements.count > 2, elements[1].is(AssignmentExprSyntax.self) {
          // `_ = …`
          return elements[0].is(DiscardAssignmentExprSyntax.self)
        }
        // `… == errSecSuccess`
        guard elements.contains(where: { ["==", "!="].contains(SequenceParts.operation($0) ?? "") }) else {
          return false
        }
        node = Syntax(sequence)
        continue
      }
      guard
        parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self)
          || parent.is(PrefixOperatorExprSyntax.self)
          || parent.is(TupleExprSyntax.self) || parent.is(LabeledExprListSyntax.self)
          || parent.is(LabeledExprSyntax.self) && parent.parent?.parent?.is(TupleExprSyntax.self) == true
      else {
        // `print(key.isValidSignature(…))`
        if let outer = parent.parent?.parent?.as(FunctionCallExprSyntax.self),
          parent.is(LabeledExprSyntax.self)
        {
          return isLog(outer) && outer.parent?.is(CodeBlockItemSyntax.self) == true
        }
        return false
      }
      node = parent
    }
    return false
  }

  /// Whether a truth value is the only condition of an `if` or `guard` that stops where the check succeeds.
  static func isInverted(_ call: Call, in source: SwiftSource) -> Bool {
    // `isForged` returns `false` for what is valid.
    let words = source.facts.function(around: call.scope).map { Set(Words.of($0.name)) } ?? []
    guard words.isDisjoint(with: negative) else { return false }
    var (node, isNegated) = (Syntax(call.node), false)
    for _ in 0..<6 {
      guard let parent = node.parent else { return false }
      if let negation = parent.as(PrefixOperatorExprSyntax.self) {
        guard negation.operator.text == "!" else { return false }
        isNegated.toggle()
      } else if let condition = parent.as(ConditionElementSyntax.self) {
        guard let list = condition.parent?.as(ConditionElementListSyntax.self), list.count == 1 else {
          return false
        }
        if let choice = list.parent?.as(IfExprSyntax.self) { return !isNegated && stops(choice.body) }
        return isNegated && list.parent?.as(GuardStmtSyntax.self).map { stops($0.body) } ?? false
      } else if !parent.is(TupleExprSyntax.self), !parent.is(LabeledExprListSyntax.self),
        !parent.is(LabeledExprSyntax.self) || parent.parent?.parent?.is(TupleExprSyntax.self) != true
      {
        return false
      }
      node = parent
    }
    return false
  }

  private static let negative: Set = [
    "forged", "invalid", "tampered", "manipulated", "corrupt", "corrupted", "bad", "fake", "untrusted",
    "unsigned", "broken", "mismatch", "mismatches", "fails", "failed", "missing", "needs", "requires", "not",
  ]

  /// Whether the block ends by throwing, or by returning `false` or `nil`.
  private static func stops(_ block: CodeBlockSyntax) -> Bool {
    guard case .stmt(let last)? = block.statements.last?.item else { return false }
    if last.is(ThrowStmtSyntax.self) { return true }
    guard let value = last.as(ReturnStmtSyntax.self)?.expression else { return false }
    return value.is(NilLiteralExprSyntax.self)
      || value.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.false)
  }

  /// Whether `call` is marked with `try`, `try?` or `try!`.
  static func throwsError(_ call: Call) -> Bool { attempt(around: call) != nil }

  /// Whether the error of a check that throws is dropped: `try?` whose result nobody uses, or a `catch` that goes on.
  static func isErrorIgnored(_ call: Call, in source: SwiftSource) -> Bool {
    guard let attempt = attempt(around: call) else { return false }
    if attempt.questionOrExclamationMark?.tokenKind == .postfixQuestionMark {
      return isIgnored(ExprSyntax(attempt), in: source)
    }
    guard attempt.questionOrExclamationMark == nil,
      let block = attempt.ancestor(CodeBlockSyntax.self, within: 8),
      let statement = block.parent?.as(DoStmtSyntax.self), statement.body.id == block.id,
      let last = statement.body.statements.last, last.utf8Range.contains(call.range.lowerBound),
      !statement.catchClauses.isEmpty, statement.catchClauses.allSatisfy({ isHarmless($0.body.statements) }),
      let item = statement.ancestor(CodeBlockItemSyntax.self, within: 2),
      let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return false }
    return list.last?.id != item.id
  }

  /// Whether `call` gives its answer to a closure that uses it, or to a handler from elsewhere.
  static func isLeftToHandler(_ call: Call) -> Bool {
    let closures =
      call.closures.map(\.closure) + call.arguments.compactMap { $0.value.as(ClosureExprSyntax.self) }
    if !closures.isEmpty { return closures.contains(where: usesParameter) }
    return call.arguments.contains { argument in
      Words.of(argument.label ?? "").contains { ["handler", "completion", "callback", "then"].contains($0) }
    }
  }

  private static func usesParameter(_ closure: ClosureExprSyntax) -> Bool {
    let names: [String] =
      switch closure.signature?.parameterClause {
      case .simpleInput(let list): list.map(\.name.text)
      case .parameterClause(let clause): clause.parameters.map { ($0.secondName ?? $0.firstName).text }
      default: ["$0", "$1"]
      }
    return NameFlow.use(of: Set(names).subtracting(["_"]), in: closure.statements) != nil
  }

  private static func attempt(around call: Call) -> TryExprSyntax? {
    call.node.ancestor(TryExprSyntax.self, within: 4)
  }

  private static func isStatement(_ item: CodeBlockItemSyntax) -> Bool {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self) else { return false }
    // The only expression of a closure, a function or a branch may be its result.
    if list.count > 1 { return true }
    return list.parent?.parent?.is(IfExprSyntax.self) == true
      || list.parent?.parent?.is(DoStmtSyntax.self) == true
  }

  /// Whether both ways through an `if` only log and come out at its end, behind which something follows.
  private static func isWithoutConsequence(_ choice: IfExprSyntax) -> Bool {
    guard isHarmless(choice.body.statements) else { return false }
    switch choice.elseBody {
    case .codeBlock(let block)?: guard isHarmless(block.statements) else { return false }
    case nil: break
    default: return false
    }
    var item = Syntax(choice)
    for _ in 0..<3 {
      if let block = item.as(CodeBlockItemSyntax.self) {
        guard let list = block.parent?.as(CodeBlockItemListSyntax.self) else { return false }
        return list.last?.id != block.id
      }
      guard let parent = item.parent else { return false }
      item = parent
    }
    return false
  }

  /// Whether `statements` do nothing but write to a log.
  private static func isHarmless(_ statements: CodeBlockItemListSyntax) -> Bool {
    statements.allSatisfy { item in
      guard case .expr(let expression) = item.item, let call = expression.as(FunctionCallExprSyntax.self)
      else {
        return false
      }
      return isLog(call)
    }
  }

  private static func isLog(_ call: FunctionCallExprSyntax) -> Bool {
    let path = NamePath.of(call.calledExpression)
    guard let name = path.last else { return false }
    if ["print", "debugPrint", "NSLog", "os_log", "dump", "log"].contains(name) { return true }
    let words = path.dropLast().flatMap { Words.of($0) }
    return levels.contains(name) && words.contains { ["log", "logger", "logging", "os"].contains($0) }
  }

  private static let levels: Set = [
    "debug", "info", "notice", "warning", "warn", "error", "fault", "critical", "trace", "verbose", "log",
  ]

  /// Whether a local that holds the answer is never asked, or only for a log or without a consequence.
  private static func isUnused(_ binding: PatternBindingSyntax, in source: SwiftSource) -> Bool {
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      binding.ancestor(CodeBlockSyntax.self, within: 8) != nil
        || binding.ancestor(ClosureExprSyntax.self, within: 8) != nil
    else { return binding.pattern.is(WildcardPatternSyntax.self) }
    let scope = source.facts.innermost(at: binding.utf8Range.lowerBound, within: .file)
    let uses = source.facts.references(name, in: scope).filter {
      $0.range.lowerBound > binding.utf8Range.upperBound && !isMemberName($0.node)
    }
    return uses.prefix(64).allSatisfy { use in
      if let segment = use.node.ancestor(ExpressionSegmentSyntax.self, within: 6),
        let call = segment.ancestor(FunctionCallExprSyntax.self, within: 8)
      {
        return isLog(call)
      }
      return isIgnored(ExprSyntax(use.node), in: source)
    }
  }

  private static func isMemberName(_ node: DeclReferenceExprSyntax) -> Bool {
    node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
  }

  // MARK: Objective-C

  /// The same for the call or message in `tokens`.
  static func isIgnored(_ tokens: Range<Int>, _ function: Int, _ source: ObjectiveCSource) -> Bool {
    let body = source.functions[function].body
    var start = tokens.lowerBound
    while start > body.lowerBound,
      source.tokens[start - 1].isSign("!")
        || source.tokens[start - 1].isSign("(")
          && source.partner(of: start - 1) == nil
    {
      start -= 1
    }
    guard start > 0, tokens.upperBound < source.tokens.count else { return false }
    let before = source.tokens[start - 1]
    // A statement of its own, or `(void)…`.
    let isVoid = before.isSign(")") && start > 2 && source.tokens[start - 2].isName("void")
    if isVoid || [";", "{", "}"].contains(before.text), before.kind == .punctuation {
      return source.tokens[tokens.upperBound].isSign(";")
    }
    if let given = source.assignments.last(where: {
      $0.function == function && $0.value.contains(tokens.lowerBound)
    }),
      given.path.count == 1, given.key == nil
    {
      return isUnused(given, function, source)
    }
    return isCondition(around: start, source).map { isWithoutConsequence($0, function, source) } ?? false
  }

  /// The bracket that closes the condition of an `if` in which the token at `index` stands.
  private static func isCondition(around index: Int, _ source: ObjectiveCSource) -> Int? {
    for place in stride(from: index - 1, through: max(1, index - 12), by: -1)
    where source.tokens[place].isSign("(") && source.tokens[place - 1].isName("if") {
      return source.partner(of: place).flatMap { $0 > index ? $0 : nil }
    }
    return nil
  }

  private static func isUnused(_ given: CAssignment, _ function: Int, _ source: ObjectiveCSource) -> Bool {
    let body = source.functions[function].body
    for index in (given.value.upperBound..<body.upperBound).prefix(4_000)
    where source.tokens[index].isName(given.name) && !source.tokens[index - 1].isSign(".") {
      let isLogged = source.calls.contains {
        $0.tokens.contains(index) && ["NSLog", "printf", "os_log"].contains($0.name)
      }
      if isLogged { continue }
      guard let close = isCondition(around: index, source), isWithoutConsequence(close, function, source)
      else {
        return false
      }
    }
    return true
  }

  /// Whether the branches behind the bracket at `close` only log, and something follows.
  private static func isWithoutConsequence(_ close: Int, _ function: Int, _ source: ObjectiveCSource) -> Bool
  {
    let body = source.functions[function].body
    guard var end = harmlessBranch(from: close + 1, source) else { return false }
    if end < body.upperBound, source.tokens[end].isName("else") {
      guard let other = harmlessBranch(from: end + 1, source) else { return false }
      end = other
    }
    return end < body.upperBound
  }

  /// The token behind a branch that only logs.
  private static func harmlessBranch(from start: Int, _ source: ObjectiveCSource) -> Int? {
    guard start < source.tokens.count else { return nil }
    let isBlock = source.tokens[start].isSign("{")
    guard
      let end = isBlock
        ? source.partner(of: start) : source.tokens[start...].firstIndex(where: { $0.isSign(";") })
    else { return nil }
    var place = isBlock ? start + 1 : start
    while place < end {
      guard ["NSLog", "printf", "os_log", "DDLogError", "DDLogWarn"].contains(source.tokens[place].text),
        let stop = source.tokens[place...].firstIndex(where: { $0.isSign(";") })
      else { return nil }
      place = stop + 1
    }
    return end + 1
  }
}
