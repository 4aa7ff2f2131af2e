package import SwiftSyntax

extension SyntaxProtocol {
  /// The nearest node of `type` around this one, at most `levels` levels up.
  package func ancestor<Node: SyntaxProtocol>(_ type: Node.Type, within levels: Int = 32) -> Node? {
    var node = parent
    for _ in 0..<levels {
      guard let current = node else { return nil }
      if let found = current.as(Node.self) { return found }
      node = current.parent
    }
    return nil
  }
}
