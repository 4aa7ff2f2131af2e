import SwiftSyntax

/// A `TextField` of SwiftUI that takes something secret and shows what is typed.
package enum PlainSecretField {
  /// The fields in `source`, with what each of them asks for.
  package static func all(in source: SwiftSource) -> [(call: Call, label: FieldLabel)] {
    let fields = source.facts.calls("TextField").filter { $0.receiver == nil }
    guard !fields.isEmpty else { return [] }
    let secure = Set(source.facts.calls("SecureField").compactMap(boundName))
    return fields.compactMap { call in
      let name = boundName(call) ?? ""
      // A field that reveals on demand stands beside a secure one for the same text.
      guard !secure.contains(name) || name.isEmpty else { return nil }
      let title = call.arguments.first.flatMap { source.fold($0.value, in: call.scope).string } ?? ""
      return FieldLabel(texts: [title], names: [name]).map { (call, $0) }
    }
  }

  /// Whether the field asks for one of the keyboards that the system always shows itself.
  static func hasOwnKeyboard(_ call: Call) -> Bool {
    var node = Syntax(call.node).parent
    while let parent = node, !parent.is(CodeBlockItemSyntax.self) {
      if let outer = parent.as(FunctionCallExprSyntax.self),
        outer.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "keyboardType",
        let kind = outer.arguments.first?.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      {
        return ["phonePad", "namePhonePad"].contains(kind)
      }
      node = parent.parent
    }
    return false
  }

  /// The name in `text: $name` or `text: $model.name`.
  private static func boundName(_ call: Call) -> String? {
    guard let binding = call.argument("text") else { return nil }
    return NamePath.last(of: binding).map { $0.hasPrefix("$") ? String($0.dropFirst()) : $0 }
  }
}
