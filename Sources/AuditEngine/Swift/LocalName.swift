package import SwiftSyntax

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
