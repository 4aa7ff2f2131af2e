package import SwiftSyntax

extension SwiftSource {
  /// The dictionary that `expression` is where it stands, as far as it can be followed.
  ///
  /// Follows literals, variables that are built by subscript assignments before the use, and helpers of this file that
  /// return a dictionary.
  package func dictionary(_ expression: ExprSyntax, in scope: ScopeID) -> TrackedDictionary? {
    budget.begin()
    return dictionary(expression, scope, before: expression.byteRange.lowerBound, depth: 0)
  }

  private func dictionary(
    _ expression: ExprSyntax, _ scope: ScopeID, before offset: Int, depth: Int
  ) -> TrackedDictionary? {
    guard depth < 8, budget.spend(), let operand = SequenceParts.single(expression) else { return nil }
    if let literal = operand.as(DictionaryExprSyntax.self) {
      return track(literal, scope, depth, isConditional: false)
    }
    if let name = NamePath.of(operand).last, let binding = binding(named: name, from: scope) {
      return tracked(binding, before: offset, depth)
    }
    if let call = Call(operand, scope: scope) { return returned(by: call, depth) }
    if operand.is(MemberAccessExprSyntax.self),
      case .dictionary(let known) = fold(operand, scope, depth: depth)
    {
      return known
    }
    guard let inner = NamePath.unwrapped(operand) else { return nil }
    return dictionary(inner, scope, before: offset, depth: depth + 1)
  }

  /// Reads a dictionary literal.
  func track(
    _ literal: DictionaryExprSyntax, _ scope: ScopeID, _ depth: Int, isConditional: Bool
  ) -> TrackedDictionary {
    var result = TrackedDictionary()
    guard case .elements(let elements) = literal.content else { return result }
    for element in elements.prefix(1024) {
      guard let key = key(element.key, scope, depth) else {
        result.hasUnknownAdditions = true
        continue
      }
      result.entries.append(
        TrackedDictionary.Entry(
          key: key, value: fold(element.value, scope, depth: depth + 1),
          range: element.key.byteRange.lowerBound..<element.value.byteRange.upperBound,
          isConditional: isConditional))
    }
    return result
  }

  /// The name or text of a key; casts and `String(…)` around it do not matter.
  private func key(_ expression: ExprSyntax, _ scope: ScopeID, _ depth: Int) -> String? {
    switch fold(expression, scope, depth: depth + 1) {
    case .symbol(let name): name
    case .string(let text): text
    default: nil
    }
  }

  private func tracked(_ binding: Binding, before offset: Int, _ depth: Int) -> TrackedDictionary? {
    var result: TrackedDictionary
    if let value = binding.value {
      let end = value.byteRange.lowerBound
      guard
        let start = dictionary(value, binding.scope, before: end, depth: depth + 1)
          ?? Self.emptyDictionary(value)
      else { return nil }
      result = start
    } else if binding.kind == .parameter {
      return nil
    } else {
      result = TrackedDictionary()
    }
    let isLocal = facts.enclosing(.function, of: binding.scope) != nil
    let assignments = facts.elementAssignments(
      to: binding.name, in: binding.scope, from: binding.range.lowerBound + 1, before: isLocal ? offset : .max
    )
    for assignment in assignments {
      guard budget.spend(), let access = assignment.target.as(SubscriptCallExprSyntax.self),
        let key = access.arguments.first.flatMap({ key($0.expression, assignment.scope, depth) })
      else { continue }
      result.entries.append(
        TrackedDictionary.Entry(
          key: key, value: fold(assignment.value, assignment.scope, depth: depth + 1),
          range: assignment.range, isConditional: assignment.scope != binding.scope))
    }
    for name in Self.additions {
      for call in facts.calls(name, in: binding.scope) where call.range.lowerBound < offset {
        guard budget.spend(), let receiver = call.receiver, NamePath.last(of: receiver) == binding.name else {
          continue
        }
        add(call, to: &result, depth)
      }
    }
    if passesToUnknownCode(binding, before: offset) { result.hasUnknownAdditions = true }
    return result
  }

  private static let additions = ["merge", "updateValue", "setValue", "setObject", "formUnion"]

  private func add(_ call: Call, to result: inout TrackedDictionary, _ depth: Int) {
    let keyArgument = call.argument("forKey")
    if let keyArgument, let key = key(keyArgument, call.scope, depth), let value = call.arguments.first?.value
    {
      result.entries.append(
        TrackedDictionary.Entry(
          key: key, value: fold(value, call.scope, depth: depth + 1), range: call.range, isConditional: false)
      )
    } else if call.name == "merge", let other = call.arguments.first?.value,
      let merged = dictionary(other, call.scope, before: call.range.lowerBound, depth: depth + 1)
    {
      result.entries += merged.entries
      result.hasUnknownAdditions = result.hasUnknownAdditions || merged.hasUnknownAdditions
    } else {
      result.hasUnknownAdditions = true
    }
  }

  /// `[String: Any]()`, `NSMutableDictionary()` and `[:]`.
  private static func emptyDictionary(_ expression: ExprSyntax) -> TrackedDictionary? {
    guard let operand = SequenceParts.single(expression) else { return nil }
    if let call = operand.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
      call.calledExpression.is(DictionaryExprSyntax.self)
        || ["NSMutableDictionary", "Dictionary"].contains(NamePath.last(of: call.calledExpression) ?? "")
    {
      return TrackedDictionary()
    }
    return nil
  }

  /// Whether a `var` dictionary is handed to other code as `&query` before `offset`.
  private func passesToUnknownCode(_ binding: Binding, before offset: Int) -> Bool {
    guard binding.kind == .variable, facts.reassigned.contains(binding.name) else { return false }
    return facts.isAddressTaken(of: binding.name, in: binding.scope, before: offset)
  }

  /// The dictionary that a function of this file returns, when every `return` of it can be followed.
  private func returned(by call: Call, _ depth: Int) -> TrackedDictionary? {
    if call.name == "merging", let receiver = call.receiver, let other = call.arguments.first?.value {
      let offset = call.range.lowerBound
      guard var base = dictionary(receiver, call.scope, before: offset, depth: depth + 1) else { return nil }
      guard let more = dictionary(other, call.scope, before: offset, depth: depth + 1) else {
        base.hasUnknownAdditions = true
        return base
      }
      base.entries += more.entries
      return base
    }
    let candidates = facts.functions(call.name).filter { $0.parameters != nil }
    if candidates.isEmpty {
      return exportedFunction(calledBy: call)?.dictionary?.moved(to: call.range)
    }
    guard candidates.count == 1, let function = candidates.first else { return nil }
    return dictionary(returnedBy: function, depth)
  }

  /// The dictionary that `function` returns, when every `return` of it can be followed.
  func dictionary(returnedBy function: Function, _ depth: Int = 0) -> TrackedDictionary? {
    let returns = returns(of: function)
    let results = returns.compactMap {
      dictionary(
        $0, innermostScope(at: $0, within: function.scope), before: $0.byteRange.lowerBound, depth: depth + 1)
    }
    guard results.count == returns.count, var merged = results.first else { return nil }
    for other in results.dropFirst() { merged.entries += other.entries }
    return merged
  }

  /// The block directly inside a function's scope, where its local names are declared.
  private func innermostScope(at expression: ExprSyntax, within scope: ScopeID) -> ScopeID {
    guard scope.index + 1 < facts.scopes.count, facts.scopes[scope.index + 1].parent == scope,
      facts.scopes[scope.index + 1].kind == .block
    else { return scope }
    return ScopeID(index: scope.index + 1)
  }
}
