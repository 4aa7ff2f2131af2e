package import SwiftSyntax

/// Follows values by name through the statements of one body: what is made from a followed name is followed, too.
package final class NameFlow: SyntaxVisitor {
  private var names: Set<String>

  private init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  /// `names` and the names of `body` whose values are made from them.
  package static func spread(_ names: Set<String>, in body: some SyntaxProtocol) -> Set<String> {
    var names = names
    guard !names.isEmpty else { return names }
    // A second walk sees what a loop carries to its beginning.
    for _ in 0..<2 {
      let flow = NameFlow(names)
      flow.walk(body)
      guard flow.names != names else { break }
      names = flow.names
    }
    return names
  }

  /// The first of `names` that `expression` uses, or `nil`; names behind a dot do not count.
  package static func use(of names: Set<String>, in expression: some SyntaxProtocol) -> String? {
    let finder = NameFinder(names)
    finder.walk(expression)
    return finder.found
  }

  private func follow(_ value: (some SyntaxProtocol)?, into pattern: PatternSyntax) {
    guard let value, Self.use(of: names, in: value) != nil else { return }
    for token in pattern.tokens(viewMode: .sourceAccurate) {
      if case .identifier(let name) = token.tokenKind { names.insert(name) }
    }
  }

  override package func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    follow(node.initializer?.value, into: node.pattern)
    return .visitChildren
  }

  override package func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    follow(node.initializer?.value, into: node.pattern)
    return .visitChildren
  }

  override package func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    follow(node.sequence, into: node.pattern)
    return .visitChildren
  }

  override package func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node.elements)
    if parts.count > 2, parts[1].is(AssignmentExprSyntax.self),
      let target = parts[0].as(DeclReferenceExprSyntax.self),
      parts.dropFirst(2).contains(where: { Self.use(of: names, in: $0) != nil })
    {
      names.insert(target.baseName.text)
    }
    return .visitChildren
  }
}

/// Looks for a use of one of several names.
private final class NameFinder: SyntaxVisitor {
  private let names: Set<String>
  private(set) var found: String?

  init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    guard found == nil, names.contains(node.baseName.text) else { return .skipChildren }
    if let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id {
      return .skipChildren
    }
    found = node.baseName.text
    return .skipChildren
  }
}

/// A name that a pattern or a closure gives to a value or to a part of one.
package struct LocalName: Sendable {
  /// What the name stands for.
  package enum Role: Sendable, Equatable {
    /// An element of the value, one after the other: `for name in value`.
    case element
    /// The part of a tuple at this place: `let (name, other) = value`.
    case part(Int)
    /// What a case holds: `case .loaded(let name)`.
    case payload
    /// The parameter of a closure at this place.
    case closureParameter(Int)
  }

  /// The name.
  package let name: String
  /// What it stands for.
  package let role: Role
  /// The value it is taken from; the closure itself for a parameter of a closure.
  package let value: ExprSyntax
  /// Where the value stands.
  package let scope: ScopeID
  /// The bytes of the name.
  package let range: Range<Int>
  /// The bytes in which the name has this meaning.
  package let extent: Range<Int>
}

extension LocalName {
  /// The parameters that `closure` names.
  package static func parameters(of closure: ClosureExprSyntax, _ scope: ScopeID) -> [LocalName] {
    let names: [TokenSyntax]
    switch closure.signature?.parameterClause {
    case .simpleInput(let list): names = list.map(\.name)
    case .parameterClause(let clause): names = clause.parameters.map { $0.secondName ?? $0.firstName }
    default: return []
    }
    let (value, extent) = (ExprSyntax(closure), closure.utf8Range)
    return names.enumerated().map { index, name in
      LocalName(
        name: name.text, role: .closureParameter(index), value: value, scope: scope, range: name.utf8Range,
        extent: extent)
    }
  }

  /// The names in `pattern`, which takes `value` apart.
  package static func parts(
    of pattern: PatternSyntax, from value: ExprSyntax, _ scope: ScopeID, _ extent: Range<Int>,
    isLoop: Bool = false
  ) -> [LocalName] {
    func made(_ token: TokenSyntax, _ role: Role) -> LocalName {
      LocalName(
        name: token.text, role: role, value: value, scope: scope, range: token.utf8Range, extent: extent)
    }
    var pattern = pattern
    while let binding = pattern.as(ValueBindingPatternSyntax.self) { pattern = binding.pattern }
    if let name = pattern.as(IdentifierPatternSyntax.self)?.identifier {
      return [made(name, isLoop ? .element : .payload)]
    }
    if let tuple = pattern.as(TuplePatternSyntax.self) {
      return tuple.elements.enumerated().compactMap { index, element in
        element.pattern.as(IdentifierPatternSyntax.self).map {
          made($0.identifier, isLoop ? .element : .part(index))
        }
      }
    }
    // `case .none` binds nothing, and most patterns are of that kind.
    if pattern.as(ExpressionPatternSyntax.self)?.expression.is(MemberAccessExprSyntax.self) == true {
      return []
    }
    let finder = PatternNames(viewMode: .sourceAccurate)
    finder.walk(pattern)
    return finder.names.map { made($0, isLoop ? .element : .payload) }
  }
}

/// Finds the names that a pattern of a case binds: `.loaded(let name)`, `let .loaded(name)`.
private final class PatternNames: SyntaxVisitor {
  private(set) var names: [TokenSyntax] = []
  private static let most = 16

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    if names.count < Self.most { names.append(node.identifier) }
    return .skipChildren
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// Reads dotted names off expressions.
package enum NamePath {
  /// The names of `a.b.c`, outermost first; `?` and `!` between them do not matter.
  ///
  /// Empty when anything but names stands there. An implicit member such as `.none` gives its one name.
  package static func of(_ expression: ExprSyntax) -> [String] {
    var names: [String] = []
    var rest = expression
    while true {
      switch rest.as(ExprSyntaxEnum.self) {
      case .memberAccessExpr(let member):
        names.append(member.declName.baseName.text)
        guard let base = member.base else { return names.reversed() }
        rest = base
      case .declReferenceExpr(let reference):
        names.append(reference.baseName.text)
        return names.reversed()
      default:
        guard let inner = unwrapped(rest) else { return [] }
        rest = inner
      }
    }
  }

  /// The last name of `a.b.c`, `a.b[key]` (`b`), `a!` or `a`.
  package static func last(of expression: ExprSyntax) -> String? {
    switch expression.as(ExprSyntaxEnum.self) {
    case .memberAccessExpr(let member): member.declName.baseName.text
    case .declReferenceExpr(let reference): reference.baseName.text
    case .subscriptCallExpr(let access): last(of: access.calledExpression)
    default: unwrapped(expression).flatMap(last)
    }
  }

  /// What stands inside `x?`, `x!`, `(x)`, `try x`, `await x`, `&x` and `X<T>`.
  package static func unwrapped(_ expression: ExprSyntax) -> ExprSyntax? {
    // One look at the kind is cheaper than a cast to each of them.
    switch expression.as(ExprSyntaxEnum.self) {
    case .optionalChainingExpr(let chain): chain.expression
    case .forceUnwrapExpr(let forced): forced.expression
    case .tryExpr(let attempt): attempt.expression
    case .awaitExpr(let wait): wait.expression
    case .inOutExpr(let address): address.expression
    case .genericSpecializationExpr(let generic): generic.expression
    case .tupleExpr(let tuple): tuple.elements.count == 1 ? tuple.elements.first?.expression : nil
    default: nil
    }
  }
}
