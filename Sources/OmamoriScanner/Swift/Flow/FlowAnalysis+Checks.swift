import SwiftSyntax

extension FlowAnalysis {
  /// Whether a condition that holds where `node` stands says that the value called `name` may be used.
  ///
  /// A `guard` before it, an `if` around it, and an `if` before it that leaves count. Secrets stay secrets.
  func isChecked(_ name: String, before node: Syntax) -> Bool {
    guard !kinds.isSubset(of: .sensitive) else { return false }
    var current = node
    for _ in 0..<128 {
      // A value that nobody has the time to check is not told of.
      guard source.flowBudget.spend() else { return true }
      guard let parent = current.parent else { return false }
      if let item = current.as(CodeBlockItemSyntax.self), let list = parent.as(CodeBlockItemListSyntax.self) {
        let gates = source.gates(in: list).before(item.position.utf8Offset)
        if gates.contains(where: { checks($0, name) }) { return true }
      } else if let choice = parent.as(IfExprSyntax.self), current.id == choice.body.id {
        if choice.conditions.contains(where: { checks(Syntax($0.condition), name) }) { return true }
      }
      if parent.is(FunctionDeclSyntax.self) || parent.is(InitializerDeclSyntax.self) { return false }
      current = parent
    }
    return false
  }

  private func checks(_ item: CodeBlockItemSyntax, _ name: String) -> Bool {
    if case .stmt(let statement) = item.item {
      if let gate = statement.as(GuardStmtSyntax.self) {
        return gate.conditions.contains { checks(Syntax($0.condition), name) }
      }
      if let choice = statement.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self) {
        return leaves(choice, name)
      }
    }
    if case .expr(let expression) = item.item, let choice = expression.as(IfExprSyntax.self) {
      return leaves(choice, name)
    }
    return false
  }

  private func leaves(_ choice: IfExprSyntax, _ name: String) -> Bool {
    guard choice.elseBody == nil, let last = choice.body.statements.last, Assignments.leaves(last.item) else {
      return false
    }
    return choice.conditions.contains { checks(Syntax($0.condition), name) }
  }

  private func checks(_ condition: Syntax, _ name: String) -> Bool {
    // Walking a condition takes time by its length.
    guard source.flowBudget.spend(8 + condition.byteRange.count / 16) else { return true }
    let finder = CheckFinder(name)
    finder.walk(condition)
    return finder.isFound
  }
}

/// Looks for what asks in a condition whether a value may be used.
private final class CheckFinder: SyntaxVisitor {
  private let name: String
  private(set) var isFound = false

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard !isFound, let call = Call(node, scope: .file) else { return .skipChildren }
    let compares = Sanitizers.comparisons.contains(call.name)
    guard compares || Words.of(call.name).contains(where: Sanitizers.checks.contains) else {
      return .visitChildren
    }
    let values = call.arguments.map(\.value) + (call.receiver.map { [$0] } ?? [])
    isFound = values.contains { NameFlow.use(of: [name], in: $0) != nil && !isRoute($0) }
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node.elements)
    for index in parts.indices.dropFirst().dropLast() {
      guard let operation = SequenceParts.operation(parts[index]), ["==", "!=", "~="].contains(operation)
      else {
        continue
      }
      let sides = [parts[index - 1], parts[index + 1]]
      guard !sides.contains(where: { $0.is(NilLiteralExprSyntax.self) }) else { continue }
      if sides.contains(where: { NameFlow.use(of: [name], in: $0) != nil && !isRoute($0) }) { isFound = true }
    }
    return isFound ? .skipChildren : .visitChildren
  }

  /// `link.scheme` says which kind of link it is, not what it carries.
  private func isRoute(_ expression: ExprSyntax) -> Bool {
    var expression = expression
    while let inner = NamePath.unwrapped(expression) { expression = inner }
    guard let member = expression.as(MemberAccessExprSyntax.self) else { return false }
    return Sanitizers.routes.contains(member.declName.baseName.text)
  }
}
