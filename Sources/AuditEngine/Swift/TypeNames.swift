package import SwiftSyntax

extension SwiftSource {
  /// The name of the type of `expression`, as far as annotations, initialisers and casts tell: `URL` for `URL?`.
  package func typeName(of expression: ExprSyntax, in scope: ScopeID) -> String? {
    typeName(expression, scope, 0)
  }

  private func typeName(_ expression: ExprSyntax, _ scope: ScopeID, _ depth: Int) -> String? {
    guard depth < 8 else { return nil }
    if let sequence = expression.as(SequenceExprSyntax.self) {
      return typeName(of: sequence, scope, depth)
    }
    if expression.is(StringLiteralExprSyntax.self) { return "String" }
    if expression.is(IntegerLiteralExprSyntax.self) { return "Int" }
    if expression.is(BooleanLiteralExprSyntax.self) { return "Bool" }
    if let cast = expression.as(AsExprSyntax.self) { return TypeNames.simple(cast.type) }
    if let reference = expression.as(DeclReferenceExprSyntax.self) {
      let name = reference.baseName.text
      if name == "self" || name == "Self" { return facts.typeName(around: scope) }
      guard let binding = binding(named: name, from: scope) else {
        return name.first?.isUppercase == true ? name : nil
      }
      return typeName(of: binding, depth)
    }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      guard let base = member.base, let owner = typeName(base, scope, depth + 1) else { return nil }
      let name = member.declName.baseName.text
      if let binding = facts.member(name, of: owner) { return typeName(of: binding, depth) }
      if let known = typeName(of: name, in: owner) { return known }
      // `UserDefaults.standard`, `Session.shared`: an instance of the type itself.
      return Self.instances.contains(name) ? owner : nil
    }
    if let call = Call(expression, scope: scope) {
      if call.name.first?.isUppercase == true { return call.name }
      return facts.onlyFunction(call.name)?.returnType.flatMap(TypeNames.simple)
    }
    return NamePath.unwrapped(expression).flatMap { typeName($0, scope, depth + 1) }
  }

  private func typeName(of binding: Binding, _ depth: Int) -> String? {
    if let type = binding.type { return TypeNames.simple(type) }
    return binding.value.flatMap { typeName($0, binding.scope, depth + 1) }
  }

  /// `x as T`, or `a ?? b`, whose type is that of its parts.
  private func typeName(of sequence: SequenceExprSyntax, _ scope: ScopeID, _ depth: Int) -> String? {
    let parts = Array(sequence.elements)
    if let last = parts.last?.as(TypeExprSyntax.self), parts.count > 1,
      parts[parts.count - 2].is(UnresolvedAsExprSyntax.self)
    {
      return TypeNames.simple(last.type)
    }
    let operands = SequenceParts.of(ExprSyntax(sequence))
    guard operands.count > 1,
      operands.allSatisfy({ SequenceParts.operation($0).map { $0 == "??" } ?? true })
    else { return nil }
    return operands.lazy.compactMap { self.typeName($0, scope, depth + 1) }.first
  }

  private static let instances: Set = ["standard", "shared", "default", "general", "main", "current"]
}

/// Reads names of types.
enum TypeNames {
  /// The last name of a type without optionality, generic arguments, `any`, `some` and attributes.
  static func simple(_ type: TypeSyntax) -> String? {
    if let optional = type.as(OptionalTypeSyntax.self) { return simple(optional.wrappedType) }
    if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return simple(optional.wrappedType)
    }
    if let attributed = type.as(AttributedTypeSyntax.self) { return simple(attributed.baseType) }
    if let some = type.as(SomeOrAnyTypeSyntax.self) { return simple(some.constraint) }
    if let member = type.as(MemberTypeSyntax.self) { return member.name.text }
    return type.as(IdentifierTypeSyntax.self)?.name.text
  }
}
