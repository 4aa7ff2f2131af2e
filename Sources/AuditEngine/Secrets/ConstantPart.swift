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
      let found = Self.saysMadeUp(parent)
      if asksFunctions ? found != nil : found == .type { return true }
      current = parent.parent
    }
    return false
  }

  /// What says that something is made up.
  enum MadeUp {
    case type
    /// A function or a variable.
    case name
  }

  /// What `node`, which is around something, says by itself.
  static func saysMadeUp(_ node: Syntax) -> MadeUp? {
    let (name, found): (String?, MadeUp)
    switch node.kind {
    case .macroExpansionExpr:
      return node.as(MacroExpansionExprSyntax.self)?.macroName.text == "Preview" ? .type : nil
    case .macroExpansionDecl:
      return node.as(MacroExpansionDeclSyntax.self)?.macroName.text == "Preview" ? .type : nil
    case .functionDecl: (name, found) = (node.as(FunctionDeclSyntax.self)?.name.text, .name)
    case .patternBinding:
      let pattern = node.as(PatternBindingSyntax.self)?.pattern.as(IdentifierPatternSyntax.self)
      (name, found) = (pattern?.identifier.text, .name)
    case .structDecl:
      let type = node.as(StructDeclSyntax.self)
      let inherited = type?.inheritanceClause?.inheritedTypes
      if inherited?.contains(where: { $0.type.writtenName == "PreviewProvider" }) == true { return .type }
      (name, found) = (type?.name.text, .type)
    case .classDecl: (name, found) = (node.as(ClassDeclSyntax.self)?.name.text, .type)
    case .enumDecl: (name, found) = (node.as(EnumDeclSyntax.self)?.name.text, .type)
    case .extensionDecl: (name, found) = (node.as(ExtensionDeclSyntax.self)?.extendedType.writtenName, .type)
    default: return nil
    }
    guard let name, Words.of(name).contains(where: madeUpWords.contains) else { return nil }
    return found
  }

  private static let madeUpWords: Set = [
    "mock", "mocks", "preview", "previews", "sample", "samples", "example", "examples", "fixture", "fixtures",
    "dummy",
    "fake", "stub", "stubs", "placeholder",
  ]
}
