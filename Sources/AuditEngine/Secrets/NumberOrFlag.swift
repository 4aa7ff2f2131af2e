package import SwiftSyntax

extension SwiftSource {
  /// Whether the written types say that `expression` is a number, a truth value, a date, or a list of those: nothing that
  /// could be a secret, whatever it is called.
  package func isNumberOrFlag(_ expression: ExprSyntax, in scope: ScopeID) -> Bool {
    isNumberOrFlag(expression, scope, 0)
  }

  /// Whether `expression` is text or data, by its form or its written type.
  package func isText(_ expression: ExprSyntax, in scope: ScopeID) -> Bool {
    if expression.is(StringLiteralExprSyntax.self) || fold(expression, in: scope).string != nil {
      return true
    }
    if let call = Call(expression, scope: scope) {
      return ["String", "Data", "NSString", "NSData", "base64EncodedString", "data"].contains(call.name)
    }
    guard let name = NamePath.last(of: expression) else { return false }
    if ["text", "utf8", "stringValue"].contains(name) { return true }
    let type =
      name == "newValue"
      ? observedType(around: Syntax(expression))
      : (binding(named: name, from: scope) ?? ownMember(name, scope))?.type
    return type.map {
      ["String", "Data", "NSString", "NSData", "Substring"].contains(
        $0.writtenName.filter { !"?!".contains($0) })
    }
      ?? false
  }

  private func isNumberOrFlag(_ expression: ExprSyntax, _ scope: ScopeID, _ depth: Int) -> Bool {
    guard depth < 8 else { return false }
    let next = depth + 1
    switch expression.as(ExprSyntaxEnum.self) {
    case .booleanLiteralExpr, .floatLiteralExpr: return true
    case .declReferenceExpr(let reference):
      return isNumberOrFlag(named: reference.baseName.text, at: Syntax(reference), scope, next)
    case .memberAccessExpr(let member):
      let name = member.declName.baseName.text
      if Self.counts.contains(name) { return true }
      guard let base = member.base, let owner = NamePath.last(of: base) else { return false }
      if owner == "self" || owner == "Self" {
        return isNumberOrFlag(named: name, at: Syntax(member), scope, next)
      }
      // `Array(set).sorted()` and `value.rawValue` of an enumeration of numbers.
      if name == "rawValue", let type = typeName(of: owner, at: Syntax(member), scope) {
        return facts.types.first { $0.name == type }.map {
          !$0.inherited.isEmpty && Self.numbers.contains($0.inherited[0])
        }
          ?? false
      }
      return facts.member(name, of: typeName(of: owner, at: Syntax(member), scope) ?? owner)?.type
        .map(Self.isNumberOrFlag) ?? false
    case .functionCallExpr(let node):
      guard let call = Call(node, scope: scope) else { return false }
      if Self.numbers.contains(call.name) { return true }
      if ["Array", "Set", "Optional", "NSArray", "NSSet"].contains(call.name),
        let first = call.arguments.first
      {
        return isNumberOrFlag(first.value, scope, next)
      }
      if ["sorted", "filter", "reversed"].contains(call.name), let receiver = call.receiver {
        return isNumberOrFlag(receiver, scope, next)
      }
      let made = facts.functions(call.name)
      return !made.isEmpty && made.allSatisfy { $0.returnType.map(Self.isNumberOrFlag) ?? false }
    case .sequenceExpr:
      let parts = SequenceParts.of(expression)
      if parts.contains(where: { Self.tests.contains(SequenceParts.operation($0) ?? "") }) { return true }
      // The parts are without casts, which say the type.
      let written = expression.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? []
      if let cast = written.firstIndex(where: { $0.is(UnresolvedAsExprSyntax.self) }),
        cast + 1 < written.count
      {
        return written[cast + 1].as(TypeExprSyntax.self).map { Self.isNumberOrFlag($0.type) } ?? false
      }
      return parts.first.map { isNumberOrFlag($0, scope, next) } ?? false
    case .asExpr(let cast): return Self.isNumberOrFlag(cast.type)
    default: return NamePath.unwrapped(expression).map { isNumberOrFlag($0, scope, next) } ?? false
    }
  }

  private func isNumberOrFlag(named name: String, at node: Syntax, _ scope: ScopeID, _ depth: Int) -> Bool {
    if name == "newValue" || name == "oldValue", let type = observedType(around: node) {
      return Self.isNumberOrFlag(type)
    }
    guard let binding = binding(named: name, from: scope) ?? ownMember(name, scope) else { return false }
    if let type = binding.type { return Self.isNumberOrFlag(type) }
    guard let value = binding.value, binding.kind != .parameter else { return false }
    if value.is(IntegerLiteralExprSyntax.self) { return binding.kind == .variable }
    return isNumberOrFlag(value, binding.scope, depth)
  }

  private func ownMember(_ name: String, _ scope: ScopeID) -> Binding? {
    facts.typeName(around: scope).flatMap { facts.member(name, of: $0) }
  }

  private func typeName(of name: String, at node: Syntax, _ scope: ScopeID) -> String? {
    if name == "newValue" { return observedType(around: node).flatMap(TypeNames.simple) }
    return (binding(named: name, from: scope) ?? ownMember(name, scope))?.type.flatMap(TypeNames.simple)
  }

  /// The type of the property whose `set`, `willSet` or `didSet` stands around `node`.
  private func observedType(around node: Syntax) -> TypeSyntax? {
    node.ancestor(AccessorDeclSyntax.self, within: 24)?.ancestor(PatternBindingSyntax.self, within: 4)?
      .typeAnnotation?.type
  }

  private static func isNumberOrFlag(_ type: TypeSyntax) -> Bool {
    if let optional = type.as(OptionalTypeSyntax.self) { return isNumberOrFlag(optional.wrappedType) }
    if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return isNumberOrFlag(optional.wrappedType)
    }
    if let array = type.as(ArrayTypeSyntax.self) { return isNumberOrFlag(array.element) }
    guard let identifier = type.as(IdentifierTypeSyntax.self) else { return false }
    if ["Array", "Set"].contains(identifier.name.text),
      case .type(let element)? = identifier.genericArgumentClause?.arguments.first?.argument
    {
      // Bytes can be a key.
      return element.writtenName != "UInt8" && isNumberOrFlag(element)
    }
    return numbers.contains(identifier.name.text)
  }

  private static let numbers: Set = [
    "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt16", "UInt32", "UInt64", "Double", "Float",
    "CGFloat", "Date", "TimeInterval", "NSNumber", "NSInteger", "ObjCBool", "DarwinBoolean", "DateInterval",
  ]
  private static let counts: Set = [
    "count", "isEmpty", "isOn", "isSelected", "isEnabled", "timeIntervalSince1970",
    "timeIntervalSinceReferenceDate",
  ]
  private static let tests: Set = ["==", "!=", "<", ">", "<=", ">=", "&&", "||"]
}
