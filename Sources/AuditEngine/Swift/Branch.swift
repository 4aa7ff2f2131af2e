import SwiftSyntax

/// A part of the code that is run on some paths only: a branch of `if`, a loop, a closure.
struct Branch {
  /// What branches.
  let construct: SyntaxIdentifier
  /// The bytes of what branches.
  let constructRange: Range<Int>
  /// The bytes of this branch.
  let range: Range<Int>
  /// Which of the branches it is.
  let index: Int
  /// The branches of which exactly one is run by whoever comes behind the construct; `nil` when none of them may be.
  let choices: Set<Int>?
  /// Whether nobody comes out of this branch at its end.
  let exits: Bool
  /// Whether whoever runs this branch has run no other one of the construct.
  let isExclusive: Bool

  /// The branches around `node`, innermost first, as far as they begin behind the byte `start`.
  ///
  /// Which parts under `#if` a release leaves out is known from `facts`.
  static func around(_ node: some SyntaxProtocol, behind start: Int, _ facts: SwiftFacts) -> [Branch] {
    var branches: [Branch] = []
    var child = Syntax(node)
    while let parent = child.parent, parent.positionAfterSkippingLeadingTrivia.utf8Offset > start {
      if let branch = Branch(child, of: parent, facts) { branches.append(branch) }
      child = parent
    }
    return branches
  }

  private init?(_ child: Syntax, of parent: Syntax, _ facts: SwiftFacts) {
    if let choice = parent.as(IfExprSyntax.self) {
      self.init(child, of: choice)
    } else if let part = parent.as(SwitchCaseSyntax.self) {
      self.init(part, child)
    } else if let part = parent.as(IfConfigClauseSyntax.self) {
      self.init(part, child, facts)
    } else if parent.is(GuardStmtSyntax.self), child.is(CodeBlockSyntax.self) {
      self.init(child, exits: true)
    } else if let attempt = parent.as(DoStmtSyntax.self), child.id == attempt.body.id {
      guard !attempt.catchClauses.isEmpty else { return nil }
      let leave = attempt.catchClauses.allSatisfy { Self.exits($0.body.statements) }
      self.init(
        construct: parent.id, constructRange: child.utf8Range, range: child.utf8Range, index: 0,
        choices: leave ? [0] : nil, exits: Self.exits(attempt.body.statements), isExclusive: false)
    } else if let handler = parent.as(CatchClauseSyntax.self), child.id == handler.body.id {
      self.init(child, exits: Self.exits(handler.body.statements))
    } else if child.is(CodeBlockSyntax.self), parent.is(ForStmtSyntax.self) || parent.is(WhileStmtSyntax.self)
    {
      self.init(child)
    } else if parent.is(ClosureExprSyntax.self) || Self.isFunction(parent) {
      self.init(parent)
    } else {
      return nil
    }
  }

  private init(
    construct: SyntaxIdentifier, constructRange: Range<Int>, range: Range<Int>, index: Int,
    choices: Set<Int>?,
    exits: Bool, isExclusive: Bool
  ) {
    (self.construct, self.constructRange, self.range) = (construct, constructRange, range)
    (self.index, self.choices, self.exits, self.isExclusive) = (index, choices, exits, isExclusive)
  }

  /// Something that may be run any number of times, none included.
  private init(_ node: Syntax, exits: Bool = false) {
    self.init(
      construct: node.id, constructRange: node.utf8Range, range: node.utf8Range, index: 0, choices: nil,
      exits: exits, isExclusive: false)
  }

  private init?(_ child: Syntax, of choice: IfExprSyntax) {
    let isBody = child.id == choice.body.id
    guard isBody || child.id == choice.elseBody.map({ Syntax($0).id }) else { return nil }
    let ends = [Self.exits(choice.body.statements), Self.exits(choice.elseBody)]
    self.init(
      construct: choice.id, constructRange: choice.utf8Range, range: child.utf8Range, index: isBody ? 0 : 1,
      choices: choice.elseBody == nil ? nil : Set((0...1).filter { !ends[$0] }),
      exits: ends[isBody ? 0 : 1], isExclusive: true)
  }

  private init?(_ part: SwitchCaseSyntax, _ child: Syntax) {
    guard child.id == part.statements.id, let list = part.parent?.as(SwitchCaseListSyntax.self),
      let choice = list.parent?.as(SwitchExprSyntax.self)
    else { return nil }
    var ends: [Bool] = []
    var index = 0
    for (place, element) in list.enumerated() {
      // With cases that stand under `#if` it is not known which there are.
      guard case .switchCase(let other) = element else { return nil }
      if other.id == part.id { index = place }
      ends.append(Self.exits(other.statements))
    }
    self.init(
      construct: choice.id, constructRange: choice.utf8Range, range: child.utf8Range, index: index,
      choices: Set(ends.indices.filter { !ends[$0] }), exits: ends[index], isExclusive: true)
  }

  private init?(_ part: IfConfigClauseSyntax, _ child: Syntax, _ facts: SwiftFacts) {
    guard let list = part.parent?.as(IfConfigClauseListSyntax.self), let construct = list.parent,
      let index = list.enumerated().first(where: { $0.element.id == part.id })?.offset
    else { return nil }
    let built = list.enumerated().filter { !facts.isInactive($0.element.utf8Range.lowerBound) }.map(\.offset)
    let isComplete = list.last?.poundKeyword.tokenKind == .poundElse
    // What is left when a release leaves out the others is no branch.
    guard !isComplete || built != [index] else { return nil }
    self.init(
      construct: construct.id, constructRange: construct.utf8Range, range: child.utf8Range, index: index,
      choices: isComplete ? Set(built) : nil,
      exits: child.as(CodeBlockItemListSyntax.self).map(Self.exits) ?? false, isExclusive: true)
  }

  private static func isFunction(_ node: Syntax) -> Bool {
    node.is(FunctionDeclSyntax.self) || node.is(InitializerDeclSyntax.self)
      || node.is(AccessorDeclSyntax.self)
      || node.is(DeinitializerDeclSyntax.self) || node.is(PatternBindingSyntax.self) && hasBody(node)
  }

  private static func hasBody(_ node: Syntax) -> Bool {
    node.as(PatternBindingSyntax.self)?.accessorBlock != nil
  }

  /// Whether `statements` end with leaving the function.
  private static func exits(_ statements: CodeBlockItemListSyntax) -> Bool {
    guard let last = statements.last else { return false }
    switch last.item {
    case .stmt(let statement):
      if let expression = statement.as(ExpressionStmtSyntax.self)?.expression { return exits(expression) }
      return statement.is(ReturnStmtSyntax.self) || statement.is(ThrowStmtSyntax.self)
    case .expr(let expression): return exits(expression)
    default: return false
    }
  }

  private static func exits(_ expression: ExprSyntax) -> Bool {
    if let call = expression.as(FunctionCallExprSyntax.self) {
      return ["fatalError", "preconditionFailure"].contains(NamePath.last(of: call.calledExpression) ?? "")
    }
    return false
  }

  private static func exits(_ elseBody: IfExprSyntax.ElseBody?) -> Bool {
    guard case .codeBlock(let block)? = elseBody else { return false }
    return exits(block.statements)
  }
}
