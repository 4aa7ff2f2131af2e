import AuditEngine
import SwiftSyntax

/// What rules about the check of a server share: where it is made, and what happens to its result.
enum ServerTrust {
  /// Names without which a file has nothing to do with the chain that a server presents.
  static let names: Set = [
    "serverTrust", "URLCredential", "sec_trust_copy_ref", "NSURLAuthenticationMethodServerTrust",
    "URLAuthenticationChallenge",
  ]

  /// The function around `scope`, or the file for statements outside of functions.
  static func body(around scope: ScopeID, _ source: SwiftSource) -> ScopeID {
    source.facts.enclosing(.function, of: scope) ?? .file
  }

  /// Whether the statements of `scope` handle the chain that a server presents.
  static func isHandled(in scope: ScopeID, _ source: SwiftSource) -> Bool {
    if ["serverTrust", "sec_trust_copy_ref", "NSURLAuthenticationMethodServerTrust"].contains(where: {
      !source.facts.references($0, in: scope).isEmpty
    }) {
      return true
    }
    if !TrustEvaluation.acceptingCalls(in: scope, source).isEmpty { return true }
    let range = source.facts.scopes[scope.index].range
    return (source.facts.typeReferences["URLAuthenticationChallenge"] ?? []).contains {
      range.contains($0.lowerBound)
    }
  }

  /// Whether the file handles the chain that a server presents anywhere.
  static func isHandled(in source: SwiftSource) -> Bool {
    names.contains { source.facts.references[$0] != nil || source.facts.typeReferences[$0] != nil }
  }

  /// Whether nothing is done with the result of `call`: a statement of its own, or the right side of `_ =`.
  static func isDiscarded(_ call: Call) -> Bool {
    var node = Syntax(call.node)
    while let parent = node.parent, parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self) {
      node = parent
    }
    guard let parent = node.parent else { return false }
    if parent.is(CodeBlockItemSyntax.self) {
      // The only expression of a closure or function is its result.
      return (parent.parent?.as(CodeBlockItemListSyntax.self)?.count ?? 0) > 1
    }
    return parent.parent?.as(SequenceExprSyntax.self)?.elements.first?.is(DiscardAssignmentExprSyntax.self)
      ?? false
  }

  /// The name that the result of `call` is bound to: `let isTrusted = SecTrustEvaluateWithError(…)`.
  static func name(ofResult call: Call) -> String? {
    guard let clause = call.node.parent?.as(InitializerClauseSyntax.self) else { return nil }
    let binding = clause.parent?.as(PatternBindingSyntax.self)
    return binding?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
  }

  /// The name behind `&` in an argument: `&error`.
  static func address(_ expression: ExprSyntax) -> String? {
    expression.as(InOutExprSyntax.self).flatMap { NamePath.last(of: $0.expression) }
  }

  /// The uses of `name` in `scope` behind `offset` that do more than hand its address on.
  static func uses(
    of name: String, in scope: ScopeID, after offset: Int, _ source: SwiftSource
  ) -> [Reference] {
    source.facts.references(name, in: scope).filter {
      $0.range.lowerBound >= offset && $0.node.parent?.is(InOutExprSyntax.self) != true
    }
  }
}
