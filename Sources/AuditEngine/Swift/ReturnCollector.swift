import OmamoriCore
package import SwiftSyntax

/// Collects what a function returns, its own closures and nested functions aside.
final class ReturnCollector: SyntaxVisitor {
  private var values: [ExprSyntax] = []
  private var depth = 0

  /// The returned expressions of `body`; the only expression of a body counts as returned.
  static func returns(in body: CodeBlockItemListSyntax) -> [ExprSyntax] {
    if body.count == 1, let only = body.first, case .expr(let expression) = only.item { return [expression] }
    let collector = ReturnCollector(viewMode: .sourceAccurate)
    collector.walk(body)
    return collector.values
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.expression { values.append(value) }
    return .skipChildren
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: InitializerClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension SwiftSource {
  /// What `function` returns, collected once: every call of it asks.
  package func returns(of function: Function) -> [ExprSyntax] {
    if let known = knownReturns.withLock({ $0[function.scope] }) { return known }
    let made = ReturnCollector.returns(in: function.body)
    knownReturns.withLock { $0[function.scope] = made }
    return made
  }
}
