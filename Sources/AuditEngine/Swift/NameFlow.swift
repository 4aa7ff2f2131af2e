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
