package import SwiftSyntax

/// Reads what the parser leaves flat: `a = b + c as T` is one sequence of operands and operators.
package enum SequenceParts {
  /// The operands and operators of `expression` without casts and without an assignment in front.
  ///
  /// An expression that is no sequence is its own only part.
  package static func of(_ expression: ExprSyntax) -> [ExprSyntax] {
    guard let sequence = expression.as(SequenceExprSyntax.self) else { return [expression] }
    var parts = Array(sequence.elements)
    if parts.count > 2, parts[1].is(AssignmentExprSyntax.self) { parts.removeFirst(2) }
    var result: [ExprSyntax] = []
    var index = 0
    while index < parts.count {
      if parts[index].is(UnresolvedAsExprSyntax.self), index + 1 < parts.count {
        index += 2
      } else {
        result.append(parts[index])
        index += 1
      }
    }
    return result
  }

  /// The name of an operator, or `nil` for an operand.
  package static func operation(_ part: ExprSyntax) -> String? {
    part.as(BinaryOperatorExprSyntax.self)?.operator.text
  }

  /// The only operand of `expression`, casts aside, or `nil` when there are several.
  package static func single(_ expression: ExprSyntax) -> ExprSyntax? {
    let parts = of(expression)
    return parts.count == 1 ? parts[0] : nil
  }
}
