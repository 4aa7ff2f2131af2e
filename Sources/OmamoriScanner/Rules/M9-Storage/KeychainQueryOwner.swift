import SwiftSyntax

/// Whether a dictionary for the Keychain serves for adding items alone.
///
/// The class of an item is part of a search too: in a query that also finds, updates or deletes, another class would
/// miss the items that are there, and adding would then fail because they are. Such a query is repaired by hand.
enum KeychainQueryOwner {
  /// Whether the dictionary literal around `node` only adds items.
  static func onlyAdds(literal node: some SyntaxProtocol, in source: SwiftSource) -> Bool {
    guard let literal = node.ancestor(DictionaryExprSyntax.self, within: 6) else { return false }
    if let call = literal.ancestor(FunctionCallExprSyntax.self, within: 6),
      isAddition(call, of: literal.byteRange)
    {
      return true
    }
    guard let pattern = literal.ancestor(PatternBindingSyntax.self, within: 4),
      let value = pattern.initializer?.value, SequenceParts.single(value)?.byteRange == literal.byteRange,
      let name = pattern.pattern.as(IdentifierPatternSyntax.self)?.identifier
    else { return false }
    return onlyAdds(name: name.text, declaredAt: name.byteRange.lowerBound, source)
  }

  /// Whether the dictionary that `target` names, as in `query[key] = value`, only adds items.
  static func onlyAdds(target: ExprSyntax, in source: SwiftSource) -> Bool {
    guard let access = target.as(SubscriptCallExprSyntax.self),
      let name = WrittenValue.constant(access.calledExpression)
    else { return false }
    return onlyAdds(name: name.text, declaredAt: nil, source)
  }

  /// Every use of the name in the file has to be the addition of an entry or of the item; there may be one such name.
  private static func onlyAdds(name: String, declaredAt start: Int?, _ source: SwiftSource) -> Bool {
    let bindings = source.facts.bindings(name)
    let scope: ScopeID
    if let start, let binding = bindings.first(where: { $0.range.contains(start) }) {
      scope = binding.scope
    } else {
      guard bindings.count <= 1, bindings.first?.kind != .parameter else { return false }
      scope = bindings.first?.scope ?? .file
    }
    return source.facts.references(name, in: scope).allSatisfy { reference in
      if let access = reference.node.parent?.as(SubscriptCallExprSyntax.self),
        access.calledExpression.byteRange == reference.range
      {
        return isTarget(access)
      }
      guard let call = reference.node.ancestor(FunctionCallExprSyntax.self, within: 6) else { return false }
      return isAddition(call, of: reference.range)
    }
  }

  private static func isTarget(_ access: SubscriptCallExprSyntax) -> Bool {
    guard let sequence = access.parent?.parent?.as(SequenceExprSyntax.self) else { return false }
    let parts = Array(sequence.elements.prefix(2))
    return parts.count == 2 && parts[0].byteRange == access.byteRange
      && parts[1].is(AssignmentExprSyntax.self)
  }

  /// `SecItemAdd(query as CFDictionary, …)`, and the attributes of `SecItemUpdate(…, attributes)`.
  private static func isAddition(_ call: FunctionCallExprSyntax, of range: Range<Int>) -> Bool {
    guard let name = NamePath.last(of: call.calledExpression) else { return false }
    let arguments = Array(call.arguments)
    let position = name == "SecItemAdd" ? 0 : name == "SecItemUpdate" ? 1 : arguments.count
    guard position < arguments.count, let operand = SequenceParts.single(arguments[position].expression)
    else {
      return false
    }
    return operand.byteRange == range
  }
}
