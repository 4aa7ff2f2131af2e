package import SwiftSyntax

extension Call {
  /// Reads a call, or `nil` when what is called has no name, as in `{ … }()`.
  init?(_ node: FunctionCallExprSyntax, scope: ScopeID) {
    var called = node.calledExpression
    while let inner = NamePath.unwrapped(called) { called = inner }
    if let member = called.as(MemberAccessExprSyntax.self) {
      let name = member.declName.baseName.text
      if name == "init", let base = member.base, let type = NamePath.last(of: base) {
        // `Type.init(…)` is `Type(…)`.
        self.name = type
        receiver = base.as(MemberAccessExprSyntax.self)?.base
      } else {
        self.name = name
        receiver = member.base
      }
    } else if let reference = called.as(DeclReferenceExprSyntax.self) {
      name = reference.baseName.text
      receiver = nil
    } else if called.is(ArrayExprSyntax.self) {
      // `[UInt8](…)` is `Array(…)`.
      name = "Array"
      receiver = nil
    } else {
      return nil
    }
    self.node = node
    range = node.byteRange
    self.scope = scope
    arguments = node.arguments.map { Argument(label: $0.label?.text, value: $0.expression) }
    closures =
      (node.trailingClosure.map { [(nil, $0)] } ?? [])
      + node.additionalTrailingClosures.map { ($0.label.text, $0.closure) }
  }

  /// The call that `expression` is, without `try`, `await`, parentheses, `!` and `?` around it.
  package init?(_ expression: ExprSyntax, scope: ScopeID) {
    var expression = expression
    while let inner = NamePath.unwrapped(expression) { expression = inner }
    guard let node = expression.as(FunctionCallExprSyntax.self) else { return nil }
    self.init(node, scope: scope)
  }
}
