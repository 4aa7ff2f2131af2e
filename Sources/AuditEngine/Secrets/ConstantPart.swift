import OmamoriReport
package import SwiftSyntax

/// A part of an expression whose text is known: the literal of `environment["KEY"] ?? "literal"`.
package struct ConstantPart {
  /// The part.
  package let node: ExprSyntax
  /// Its text; numbers as they are written in decimal.
  package let text: String
  /// The declared name when the part is not a literal but a name for one.
  package let reference: String?
}

extension SwiftSource {
  /// The parts of `expression` with a known text: both sides of `??` and of `?:`, or the whole.
  package func constantParts(of expression: ExprSyntax, in scope: ScopeID) -> [ConstantPart] {
    Self.choices(expression).compactMap { choice in
      guard let text = text(of: fold(choice, in: scope)) else { return nil }
      let reference = Self.isLiteral(choice) ? nil : NamePath.last(of: choice)
      return ConstantPart(node: choice, text: text, reference: reference)
    }
  }

  private func text(of value: Value) -> String? {
    switch value {
    case .string(let text): return text
    case .integer(let number): return String(number)
    case .bytes(let bytes): return Self.text(bytes)
    case .array(let values) where values.count >= 4:
      let bytes = values.compactMap { $0.integer.flatMap { UInt8(exactly: $0) } }
      return bytes.count == values.count ? Self.text(bytes) : nil
    default: return nil
    }
  }

  private static func text(_ bytes: [UInt8]) -> String? {
    bytes.allSatisfy { (0x20...0x7E).contains($0) } ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// What `a ?? b` and `c ? a : b` can be.
  private static func choices(_ expression: ExprSyntax) -> [ExprSyntax] {
    let parts = SequenceParts.of(expression)
    guard parts.count > 1 else { return parts }
    if let index = parts.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      let choice = parts[index].as(UnresolvedTernaryExprSyntax.self), index + 2 == parts.count
    {
      return choices(choice.thenExpression) + [parts[index + 1]]
    }
    let operations = parts.compactMap(SequenceParts.operation)
    guard operations.allSatisfy({ $0 == "??" }) else { return [expression] }
    return parts.filter { SequenceParts.operation($0) == nil }
  }

  /// Whether the text stands in the expression itself.
  private static func isLiteral(_ expression: ExprSyntax) -> Bool { NamePath.of(expression).isEmpty }

  /// Whether `node` never runs in the hands of a user: tests, previews and values made up for them.
  ///
  /// A function may be called `preview` and show a document; with `asksFunctions` false only types are asked.
  package func isMadeUp(_ node: some SyntaxProtocol, asksFunctions: Bool = true) -> Bool {
    if text.context == .test || text.context == .example { return true }
    var current = node.parent
    while let parent = current {
      if let macro = parent.as(MacroExpansionExprSyntax.self), macro.macroName.text == "Preview" {
        return true
      }
      if let macro = parent.as(MacroExpansionDeclSyntax.self), macro.macroName.text == "Preview" {
        return true
      }
      let isAsked =
        asksFunctions || !parent.is(FunctionDeclSyntax.self) && !parent.is(PatternBindingSyntax.self)
      if isAsked, let name = Self.declaredName(parent),
        Words.of(name).contains(where: Self.madeUpWords.contains)
      {
        return true
      }
      if let type = parent.as(StructDeclSyntax.self)?.inheritanceClause,
        type.inheritedTypes.contains(where: { $0.type.writtenName == "PreviewProvider" })
      {
        return true
      }
      current = parent.parent
    }
    return false
  }

  private static func declaredName(_ node: Syntax) -> String? {
    if let function = node.as(FunctionDeclSyntax.self) { return function.name.text }
    if let type = node.as(StructDeclSyntax.self) { return type.name.text }
    if let type = node.as(ClassDeclSyntax.self) { return type.name.text }
    if let type = node.as(EnumDeclSyntax.self) { return type.name.text }
    if let type = node.as(ExtensionDeclSyntax.self) { return type.extendedType.writtenName }
    return node.as(PatternBindingSyntax.self)?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
  }

  private static let madeUpWords: Set = [
    "mock", "mocks", "preview", "previews", "sample", "samples", "example", "examples", "fixture", "fixtures",
    "dummy",
    "fake", "stub", "stubs", "placeholder",
  ]
}
