import AuditEngine
import SwiftSyntax

extension Call {
  /// Whether nobody looks at the result: the call is a statement of its own, or the right side of `_ =`.
  var isResultDiscarded: Bool {
    guard let parent = node.parent else { return false }
    if parent.is(CodeBlockItemSyntax.self) {
      // The only expression of a closure or function is its result.
      return (parent.parent?.as(CodeBlockItemListSyntax.self)?.count ?? 0) > 1
    }
    guard let sequence = parent.parent?.as(SequenceExprSyntax.self), let first = sequence.elements.first
    else { return false }
    return first.is(DiscardAssignmentExprSyntax.self)
  }
}
