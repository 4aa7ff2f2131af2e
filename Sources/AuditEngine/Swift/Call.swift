package import SwiftSyntax

/// A call as it is written: `receiver.name(label: value) { … }`.
///
/// Lists of calls are handed around all the time; an object is copied by copying one reference.
package final class Call: Sendable {
  /// The syntax.
  package let node: FunctionCallExprSyntax
  /// The last part of what is called: `hash` in `Insecure.MD5.hash(data:)`, the type for an initialiser.
  package let name: String
  /// What stands before the last dot; `nil` for a plain name and for an implicit member such as `.none`.
  package let receiver: ExprSyntax?
  /// The arguments in parentheses.
  package let arguments: [Argument]
  /// The closures behind the parentheses, the first without a label.
  package let closures: [(label: String?, closure: ClosureExprSyntax)]
  /// Where the call stands.
  package let scope: ScopeID
  /// The bytes of the call.
  package let range: Range<Int>

  /// Reads a call, or `nil` when what is called has no name, as in `{ … }()`; `start` is where it begins, if that is known.
  package init?(_ node: FunctionCallExprSyntax, scope: ScopeID, start: Int? = nil) {
    guard let (name, receiver) = Self.called(node.calledExpression) else { return nil }
    (self.node, self.name, self.receiver, self.scope) = (node, name, receiver, scope)
    let start = start ?? node.positionAfterSkippingLeadingTrivia.utf8Offset
    range = start..<node.endPositionBeforeTrailingTrivia.utf8Offset
    arguments = node.arguments.map { Argument(label: $0.label?.text, value: $0.expression) }
    var closures: [(label: String?, closure: ClosureExprSyntax)] = []
    if let first = node.trailingClosure {
      closures.append((nil, first))
      for other in node.additionalTrailingClosures { closures.append((other.label.text, other.closure)) }
    }
    self.closures = closures
  }

  /// The call that `expression` is, without `try`, `await`, parentheses, `!` and `?` around it.
  package convenience init?(_ expression: ExprSyntax, scope: ScopeID) {
    var expression = expression
    while true {
      if let node = expression.as(FunctionCallExprSyntax.self) {
        self.init(node, scope: scope)
        return
      }
      guard let inner = NamePath.unwrapped(expression) else { return nil }
      expression = inner
    }
  }

  private static func called(_ expression: ExprSyntax) -> (name: String, receiver: ExprSyntax?)? {
    var called = expression
    while true {
      switch called.as(ExprSyntaxEnum.self) {
      case .memberAccessExpr(let member):
        let name = member.declName.baseName.text
        if name == "init", let base = member.base, let type = NamePath.last(of: base) {
          // `Type.init(…)` is `Type(…)`.
          return (type, base.as(MemberAccessExprSyntax.self)?.base)
        }
        return (name, member.base)
      case .declReferenceExpr(let reference): return (reference.baseName.text, nil)
      // `[UInt8](…)` is `Array(…)`.
      case .arrayExpr: return ("Array", nil)
      default:
        guard let inner = NamePath.unwrapped(called) else { return nil }
        called = inner
      }
    }
  }

  /// The first argument with `label`.
  package func argument(_ label: String?) -> ExprSyntax? {
    arguments.first { $0.label == label }?.value
  }

  /// The labels of the arguments, `_` for none.
  package var labels: [String] { arguments.map { $0.label ?? "_" } }

  /// The names before the last dot, outermost first; empty when something other than names stands there.
  package var receiverPath: [String] { receiver.map(NamePath.of) ?? [] }
}
