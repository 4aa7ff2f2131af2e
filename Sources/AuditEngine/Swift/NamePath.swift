package import SwiftSyntax

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
