package import SwiftSyntax

/// Values that stand in a place as they are written, so that another can take their place.
///
/// Everything else (a variable, the result of a call, one of several alternatives) is no business of a fix.
package enum WrittenValue {
  /// The name in `.name` or `Type.name`; `nil` for the member of a value.
  package static func member(_ expression: ExprSyntax) -> TokenSyntax? {
    guard let operand = SequenceParts.single(expression),
      let member = operand.as(MemberAccessExprSyntax.self),
      member.declName.argumentNames == nil
    else { return nil }
    if let base = member.base {
      guard let type = NamePath.of(base).last, isType(type) else { return nil }
    }
    return member.declName.baseName
  }

  /// The name of a constant, as in `kSecAttrAccessibleAlways`.
  package static func constant(_ expression: ExprSyntax) -> TokenSyntax? {
    guard let operand = SequenceParts.single(expression),
      let reference = operand.as(DeclReferenceExprSyntax.self), reference.argumentNames == nil
    else { return nil }
    return reference.baseName
  }

  /// What turns a written truth value into its opposite; parentheses, `!` and casts around it stay.
  package static func opposite(of expression: ExprSyntax) -> SourceFix.Replacement? {
    guard let operand = SequenceParts.single(expression) else { return nil }
    if let literal = operand.as(BooleanLiteralExprSyntax.self) {
      return replacing(literal.literal, with: literal.literal.text == "true" ? "false" : "true")
    }
    if let name = constant(operand) {
      return opposites[name.text].map { replacing(name, with: $0) }
    }
    guard operand.is(TupleExprSyntax.self) || operand.is(ForceUnwrapExprSyntax.self) else { return nil }
    return NamePath.unwrapped(operand).flatMap(opposite)
  }

  /// What puts `new` in the place of `token`; what stands around the token stays.
  package static func replacing(_ token: TokenSyntax, with new: String) -> SourceFix.Replacement {
    SourceFix.Replacement(token.utf8Range, token.text, with: new)
  }

  /// What adds `new` at a place.
  package static func adding(_ new: String, at offset: Int) -> SourceFix.Replacement {
    SourceFix.Replacement(offset..<offset, "", with: new)
  }

  private static func isType(_ name: String) -> Bool {
    name.first?.isUppercase == true || name.hasSuffix("_t")
  }

  private static let opposites = ["kCFBooleanTrue": "kCFBooleanFalse", "kCFBooleanFalse": "kCFBooleanTrue"]
}
