import OmamoriReport
import SwiftSyntax

// The types that a file declares, and those of its properties.

extension SwiftFlowReader {
  func declareTypes() {
    let cases = facts.bindings.filter { $0.kind == .enumCase }
    let enumerations = Set(cases.map(\.scope))
    // A case that holds a value is longer than its name.
    let holders = Set(
      cases.filter { $0.value == nil && $0.range.count > $0.name.utf8.count + 2 }.map(\.scope))
    for type in facts.types.prefix(2048) {
      file.types.append(
        FlowType(
          name: type.name,
          inherited: type.inherited + type.attributes.filter { $0 == "Model" }.map { "@" + $0 },
          isEnumeration: enumerations.contains(type.scope) && !holders.contains(type.scope),
          isDeclaration: !isExtension(type), isObject: isObject(type)))
      if type.name == "CodingKeys", let parent = facts.scopes[type.scope.index].parent,
        let outer = file.types.lastIndex(where: { $0.name == facts.typeName(around: parent) })
      {
        file.types[outer].codingKeys = cases.filter { $0.scope == type.scope }.map(\.name)
      }
    }
    for binding in facts.bindings where binding.kind == .constant || binding.kind == .variable {
      guard let owner = memberScope(binding), file.memberTypes.count < 8192 else { continue }
      let name =
        binding.type.flatMap(FlowTypes.name)
        ?? binding.value.flatMap { type(of: $0, Place(scope: binding.scope, offset: 0)) }
      let qualified = QualifiedName(types: owner.map { [$0] } ?? [], member: binding.name)
      if owner != nil, let before = wrapper(of: binding) { file.wrappers[qualified] = before }
      guard let name else { continue }
      file.memberTypes[qualified] = name
    }
    for function in facts.functions where function.parameters == nil {
      guard let type = function.returnType.flatMap(FlowTypes.name) ?? declaredType(of: function),
        let owner = facts.typeName(around: function.scope)
      else { continue }
      file.memberTypes[QualifiedName(types: [owner], member: function.name)] = type
    }
  }

  /// What stands before the property and changes where it is kept.
  private func wrapper(of binding: Binding) -> String? {
    let attributes = binding.attributes.map { $0.attributeName.writtenName }
    if let attribute = attributes.first(where: {
      $0.first?.isUppercase == true && !Self.plainWrappers.contains($0)
    }) {
      return attribute.split(separator: "<").first.map(String.init)
    }
    let declaration = binding.value?.ancestor(VariableDeclSyntax.self, within: 4)
    return declaration?.modifiers.contains { $0.name.text == "static" } == true ? "static" : nil
  }

  private static let plainWrappers: Set = [
    "State", "Binding", "Published", "ObservedObject", "StateObject", "EnvironmentObject", "Environment",
    "IBOutlet", "MainActor", "Bindable", "FocusState", "GestureState", "Namespace", "Attribute",
    "Relationship", "Query", "IBInspectable", "ViewBuilder",
  ]

  private func isExtension(_ type: TypeFact) -> Bool { keyword(of: type) == "extension" }

  private func isObject(_ type: TypeFact) -> Bool {
    ["class", "actor", "protocol"].contains(keyword(of: type))
  }

  private func keyword(of type: TypeFact) -> String {
    let start = source.text.bytes[
      type.range.lowerBound..<max(type.range.lowerBound, type.nameRange.lowerBound)]
    return String(decoding: start, as: UTF8.self).split(whereSeparator: \.isWhitespace).last.map(String.init)
      ?? ""
  }

  func declaredType(of getter: Function) -> String? {
    getter.node.as(PatternBindingSyntax.self)?.typeAnnotation.flatMap { FlowTypes.name($0.type) }
      ?? getter.node.ancestor(PatternBindingSyntax.self, within: 4)?.typeAnnotation.flatMap {
        FlowTypes.name($0.type)
      }
  }

  /// The type whose member `binding` is, `.some(nil)` for a global variable, `nil` for a local one.
  func memberScope(_ binding: Binding) -> String?? {
    switch facts.scopes[binding.scope.index].kind {
    case .type: .some(facts.typeName(around: binding.scope))
    case .file: .some(nil)
    default: nil
    }
  }
}
