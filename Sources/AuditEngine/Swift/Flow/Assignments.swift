import OmamoriCore
package import SwiftSyntax

/// The assignments to one name, in order.
package struct Assignments: Sendable {
  /// A value that a name is given, or that is added to it.
  package struct Entry: Sendable {
    package let value: ExprSyntax
    package let scope: ScopeID
    package let range: Range<Int>
    /// Whether what the name held before is gone.
    package let replaces: Bool
    /// The branches around it, from the inside out.
    let branches: [Branch]
    /// The outermost loop around it.
    package let loop: Range<Int>?

    package init(value: ExprSyntax, scope: ScopeID, range: Range<Int>, replaces: Bool, at node: Syntax) {
      (self.value, self.scope, self.range, self.replaces) = (value, scope, range, replaces)
      (branches, loop) = Assignments.surroundings(of: node)
    }
  }

  /// Code around an assignment that is not always run.
  struct Branch: Sendable {
    let range: Range<Int>
    /// Whether control goes from its end to somewhere else than to what follows it.
    let leaves: Bool
  }

  /// The values that hold at one place.
  struct Reaching {
    var values: [ExprSyntax] = []
    /// Whether the initial value is gone on every way.
    var isReplaced = false
  }

  /// All of them, in the order of the file.
  package let all: [Entry]

  private static let most = 128
  private static let adding = ["append", "insert", "merge", "updateValue", "formUnion", "appendFormat"]

  /// The assignments to `binding` in the scope that declares it.
  package init(of binding: Binding, in source: SwiftSource) {
    let facts = source.facts
    let isMember = facts.scopes[binding.scope.index].kind == .type
    let start = isMember ? facts.scopes[binding.scope.index].range.lowerBound : binding.range.lowerBound + 1
    var found: [Entry] = []
    for assignment in facts.assignments(to: binding.name, in: binding.scope, from: start).prefix(Self.most)
    where Self.means(assignment.target, isMember: isMember) {
      found.append(
        Entry(
          value: assignment.value, scope: assignment.scope, range: assignment.range,
          replaces: assignment.operation == "=", at: Syntax(assignment.target)))
    }
    let elements = facts.elementAssignments(
      to: binding.name, in: binding.scope, from: start,
      before: facts.scopes[binding.scope.index].range.upperBound)
    for assignment in elements.prefix(Self.most) {
      found.append(
        Entry(
          value: assignment.value, scope: assignment.scope, range: assignment.range, replaces: false,
          at: Syntax(assignment.target)))
    }
    if facts.reassigned.contains(binding.name) {
      for name in Self.adding {
        for call in facts.calls(name, in: binding.scope).prefix(Self.most) {
          guard call.receiver.flatMap(NamePath.last) == binding.name, let value = call.arguments.first?.value
          else { continue }
          found.append(
            Entry(
              value: value, scope: call.scope, range: call.range, replaces: false, at: Syntax(call.node)))
        }
      }
    }
    all = found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Whether `target` is the name itself, not a member of something else that is called the same.
  private static func means(_ target: ExprSyntax, isMember: Bool) -> Bool {
    if target.is(DeclReferenceExprSyntax.self) { return true }
    guard isMember, let member = target.as(MemberAccessExprSyntax.self), let base = member.base else {
      return false
    }
    return ["self", "Self"].contains(base.as(DeclReferenceExprSyntax.self)?.baseName.text ?? "")
  }

  /// The values that the name may hold at `offset`, the last one first.
  func reaching(_ offset: Int) -> Reaching {
    var result = Reaching()
    for entry in all.reversed() {
      guard entry.range.upperBound <= offset else {
        // A loop carries what is assigned behind a use to the next round.
        if entry.loop?.contains(offset) == true { result.values.append(entry.value) }
        continue
      }
      switch Self.way(from: entry, to: offset) {
      case .always:
        result.values.append(entry.value)
        if entry.replaces {
          result.isReplaced = true
          return result
        }
      case .sometimes: result.values.append(entry.value)
      case .never: break
      }
    }
    return result
  }

  private enum Way {
    case always
    case sometimes
    case never
  }

  /// How control comes from `entry` to `offset` further down.
  private static func way(from entry: Entry, to offset: Int) -> Way {
    var way = Way.always
    for branch in entry.branches {
      if branch.range.contains(offset) { return way }
      if branch.leaves { return .never }
      way = .sometimes
    }
    return way
  }

  /// The branches and the outermost loop around `node`, looked up once: every use of the name asks for them.
  private static func surroundings(of node: Syntax) -> ([Branch], Range<Int>?) {
    var (branches, loop) = ([Branch](), nil as Range<Int>?)
    var current = node
    for _ in 0..<96 {
      if let block = current.as(CodeBlockSyntax.self) {
        let leaves = block.statements.last.map { Self.leaves($0.item) } ?? false
        branches.append(Branch(range: block.utf8Range, leaves: leaves))
      } else if let branch = current.as(SwitchCaseSyntax.self) {
        let leaves = branch.statements.last.map { returns($0.item) } ?? false
        branches.append(Branch(range: branch.utf8Range, leaves: leaves))
      } else if current.is(ClosureExprSyntax.self) || current.is(IfConfigClauseSyntax.self) {
        branches.append(Branch(range: current.utf8Range, leaves: false))
      } else if current.is(ForStmtSyntax.self) || current.is(WhileStmtSyntax.self)
        || current.is(RepeatStmtSyntax.self)
      {
        loop = current.utf8Range
      }
      guard let parent = current.parent else { break }
      current = parent
    }
    return (branches, loop)
  }

  /// Whether a branch with `item` at its end goes somewhere else than to what follows it.
  static func leaves(_ item: CodeBlockItemSyntax.Item) -> Bool {
    if case .stmt(let statement) = item,
      statement.is(BreakStmtSyntax.self) || statement.is(ContinueStmtSyntax.self)
    {
      return true
    }
    return returns(item)
  }

  private static func returns(_ item: CodeBlockItemSyntax.Item) -> Bool {
    switch item {
    case .stmt(let statement):
      return statement.is(ReturnStmtSyntax.self) || statement.is(ThrowStmtSyntax.self)
    case .expr(let expression):
      let called = expression.as(FunctionCallExprSyntax.self)?.calledExpression
      return ["fatalError", "preconditionFailure", "exit", "abort"].contains(
        called.flatMap(NamePath.last) ?? "")
    default: return false
    }
  }
}

extension SwiftSource {
  /// The assignments to `binding`, put together once.
  package func assignments(to binding: Binding) -> Assignments {
    let place = binding.range.lowerBound
    if let known = knownAssignments.withLock({ $0[place] }) { return known }
    let made = Assignments(of: binding, in: self)
    knownAssignments.withLock { $0[place] = made }
    return made
  }
}
