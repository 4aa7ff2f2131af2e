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
      if let member = rest.as(MemberAccessExprSyntax.self) {
        names.append(member.declName.baseName.text)
        guard let base = member.base else { break }
        rest = base
      } else if let reference = rest.as(DeclReferenceExprSyntax.self) {
        names.append(reference.baseName.text)
        break
      } else if let inner = unwrapped(rest) {
        rest = inner
      } else {
        return []
      }
    }
    return names.reversed()
  }

  /// The last name of `a.b.c`, `a.b[key]` (`b`), `a!` or `a`.
  package static func last(of expression: ExprSyntax) -> String? {
    if let member = expression.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
    if let reference = expression.as(DeclReferenceExprSyntax.self) { return reference.baseName.text }
    if let access = expression.as(SubscriptCallExprSyntax.self) { return last(of: access.calledExpression) }
    return unwrapped(expression).flatMap(last)
  }

  /// What stands inside `x?`, `x!`, `(x)`, `try x`, `await x`, `&x` and `X<T>`.
  package static func unwrapped(_ expression: ExprSyntax) -> ExprSyntax? {
    if let chain = expression.as(OptionalChainingExprSyntax.self) { return chain.expression }
    if let forced = expression.as(ForceUnwrapExprSyntax.self) { return forced.expression }
    if let attempt = expression.as(TryExprSyntax.self) { return attempt.expression }
    if let wait = expression.as(AwaitExprSyntax.self) { return wait.expression }
    if let address = expression.as(InOutExprSyntax.self) { return address.expression }
    if let generic = expression.as(GenericSpecializationExprSyntax.self) { return generic.expression }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first?.expression
    }
    return nil
  }
}
