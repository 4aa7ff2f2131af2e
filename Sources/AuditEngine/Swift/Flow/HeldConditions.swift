import SwiftSyntax

/// What is known to have been asked, and answered, where a piece of code stands.
enum HeldCondition {
  /// A condition of `guard`, `if` or `? :`; `isRefused` says that the code is reached when it does not hold.
  case condition(Syntax, isRefused: Bool)
  /// `try validate(name)`, which does not come back with a bad name.
  case attempt(Call)
}

extension FlowAnalysis {
  /// Hands the conditions that hold where `node` stands to `ask` until it says yes.
  ///
  /// A `guard` before it, an `if` around it, an `if` before it that leaves, and a choice with `? :` count.
  func anyCondition(before node: Syntax, ifTooLong: Bool, _ ask: (HeldCondition) -> Bool) -> Bool {
    var current = node
    for _ in 0..<128 {
      guard source.flowBudget.spend() else { return ifTooLong }
      guard let parent = current.parent else { return false }
      switch parent.kind {
      case .codeBlockItemList:
        guard let list = parent.as(CodeBlockItemListSyntax.self) else { break }
        for gate in source.gates(in: list).before(current.position.utf8Offset) where any(of: gate, ask) {
          return true
        }
      case .ifExpr:
        guard let choice = parent.as(IfExprSyntax.self), current.id == choice.body.id else { break }
        if any(of: choice.conditions, isRefused: false, ask) { return true }
      case .exprList:
        guard let parts = parent.as(ExprListSyntax.self), let whole = parts.parent,
          let choice = parts.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
          let place = parts.firstIndex(where: { $0.id == current.id }), choice <= place
        else { break }
        if ask(.condition(whole, isRefused: choice < place)) { return true }
      case .functionDecl, .initializerDecl: return false
      default: break
      }
      current = parent
    }
    return false
  }

  private func any(
    of conditions: ConditionElementListSyntax, isRefused: Bool, _ ask: (HeldCondition) -> Bool
  ) -> Bool {
    conditions.contains { ask(.condition(Syntax($0.condition), isRefused: isRefused)) }
  }

  private func any(of item: CodeBlockItemSyntax, _ ask: (HeldCondition) -> Bool) -> Bool {
    switch item.item {
    case .stmt(let statement):
      if let gate = statement.as(GuardStmtSyntax.self) {
        return any(of: gate.conditions, isRefused: false, ask)
      }
      guard let choice = statement.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self) else {
        return false
      }
      return leaves(choice) && any(of: choice.conditions, isRefused: true, ask)
    case .expr(let expression):
      if let choice = expression.as(IfExprSyntax.self) {
        return leaves(choice) && any(of: choice.conditions, isRefused: true, ask)
      }
      guard let attempt = expression.as(TryExprSyntax.self), attempt.questionOrExclamationMark == nil,
        let call = Call(expression, scope: .file)
      else { return false }
      return ask(.attempt(call))
    default: return false
    }
  }

  private func leaves(_ choice: IfExprSyntax) -> Bool {
    guard choice.elseBody == nil, let last = choice.body.statements.last else { return false }
    return Assignments.leaves(last.item)
  }
}
