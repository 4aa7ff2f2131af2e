import SwiftOperators
import SwiftSyntax

/// Puts the parts of a flat sequence together as the precedence of their operators says.
///
/// That is dear, so it is done only where a sequence has different operators and its value is asked for.
enum Operators {
  private static let longest = 64

  /// Whether the order of the operators of `parts` matters.
  static func areMixed(_ parts: [ExprSyntax]) -> Bool {
    let operations = parts.compactMap(SequenceParts.operation)
    return operations.count > 1 && operations.count <= longest && Set(operations).count > 1
  }

  /// What `expression`, a sequence, is the value of: `1 + (2 * 3)` for `1 + 2 * 3`, without an assignment in front.
  ///
  /// `nil` when it has operators that the standard library does not declare.
  static func grouped(_ expression: ExprSyntax) -> ExprSyntax? {
    guard let sequence = expression.as(SequenceExprSyntax.self),
      let folded = try? OperatorTable.standardOperators.foldSingle(sequence)
    else { return nil }
    guard let infix = folded.as(InfixOperatorExprSyntax.self), infix.operator.is(AssignmentExprSyntax.self)
    else {
      return folded
    }
    return infix.rightOperand
  }
}
