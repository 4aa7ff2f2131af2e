import AuditEngine
import SwiftSyntax

/// Whether a dictionary for the Keychain serves for adding items alone.
///
/// The class of an item is part of a search too: in a query that also finds, updates or deletes, another class would
/// miss the items that are there, and adding would then fail because they are. Such a query is repaired by hand.
///
/// Nor is a class that is bound to the device right where items are synchronised: such an item cannot be added.
enum KeychainQueryOwner {
  /// No more uses of one name are looked at; a name that is used more often is none of a single query.
  private static let mostUses = 64

  /// Whether the dictionary literal around `node` only adds items.
  static func onlyAdds(literal node: some SyntaxProtocol, in source: SwiftSource) -> Bool {
    guard source.facts.references["kSecAttrSynchronizable"] == nil,
      let literal = node.ancestor(DictionaryExprSyntax.self, within: 6)
    else { return false }
    if let call = literal.ancestor(FunctionCallExprSyntax.self, within: 6),
      isAddition(call, of: literal.utf8Range)
    {
      return true
    }
    guard let pattern = literal.ancestor(PatternBindingSyntax.self, within: 4),
      let value = pattern.initializer?.value, SequenceParts.single(value)?.utf8Range == literal.utf8Range,
      let name = pattern.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      let binding = source.facts.binding(name.text, startingAt: name.utf8Range.lowerBound)
    else { return false }
    return onlyAdds(name.text, in: binding.scope, source)
  }

  /// Whether the dictionary that gets an entry, as in `query[key] = value`, only adds items.
  static func onlyAdds(_ assignment: Assignment, in source: SwiftSource) -> Bool {
    guard source.facts.references["kSecAttrSynchronizable"] == nil,
      let access = assignment.target.as(SubscriptCallExprSyntax.self),
      let name = WrittenValue.constant(access.calledExpression)?.text
    else { return false }
    guard let binding = source.binding(named: name, from: assignment.scope) else {
      return !source.facts.isDeclared(name) && onlyAdds(name, in: .file, source)
    }
    return binding.kind != .parameter && onlyAdds(name, in: binding.scope, source)
  }

  /// Whether every use of the name in its scope is the addition of an entry or of the item.
  private static func onlyAdds(_ name: String, in scope: ScopeID, _ source: SwiftSource) -> Bool {
    let range = source.facts.scopes[scope.index].range
    guard source.facts.references(name, within: range).count <= mostUses else { return false }
    return source.facts.references(name, in: scope).allSatisfy { reference in
      if let access = reference.node.parent?.as(SubscriptCallExprSyntax.self),
        access.calledExpression.utf8Range == reference.range
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
    return parts.count == 2 && parts[0].utf8Range == access.utf8Range
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
    return operand.utf8Range == range
  }
}
