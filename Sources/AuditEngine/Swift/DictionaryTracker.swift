import OmamoriCore
package import SwiftSyntax

extension SwiftSource {
  /// The dictionary that `expression` is where it stands, as far as it can be followed.
  ///
  /// Follows literals, variables that are built by subscript assignments before the use, dictionaries that are merged,
  /// and helpers that return a dictionary. What is set on some paths only is not taken for set on all of them.
  package func dictionary(_ expression: ExprSyntax, in scope: ScopeID) -> TrackedDictionary? {
    budget.begin()
    return dictionary(expression, scope, before: expression.utf8Range.lowerBound, depth: 0)
  }

  private func dictionary(
    _ expression: ExprSyntax, _ scope: ScopeID, before offset: Int, depth: Int
  ) -> TrackedDictionary? {
    guard depth < 8, budget.spend() else { return nil }
    guard let operand = SequenceParts.single(expression) else {
      return combined(SequenceParts.of(expression), scope, before: offset, depth)
    }
    if let literal = operand.as(DictionaryExprSyntax.self) { return track(literal, scope, depth) }
    if let name = NamePath.of(operand).last, let binding = binding(named: name, from: scope) {
      return tracked(binding, before: offset, depth)
    }
    if let node = operand.as(FunctionCallExprSyntax.self), node.calledExpression.is(DictionaryExprSyntax.self)
    {
      return made(node, scope, before: offset, depth)
    }
    if let call = Call(operand, scope: scope) { return made(by: call, before: offset, depth) }
    if operand.is(MemberAccessExprSyntax.self),
      case .dictionary(let known) = fold(operand, scope, depth: depth)
    {
      return known
    }
    guard let inner = NamePath.unwrapped(operand) ?? operand.as(AsExprSyntax.self)?.expression else {
      return nil
    }
    return dictionary(inner, scope, before: offset, depth: depth + 1)
  }

  /// `condition ? a : b` is one of two dictionaries; `a + b` is an operator of the app's own that merges them.
  private func combined(
    _ parts: [ExprSyntax], _ scope: ScopeID, before offset: Int, _ depth: Int
  ) -> TrackedDictionary? {
    if let index = parts.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }) {
      guard let choice = parts[index].as(UnresolvedTernaryExprSyntax.self), index + 2 == parts.count,
        let first = dictionary(choice.thenExpression, scope, before: offset, depth: depth + 1),
        let second = dictionary(parts[index + 1], scope, before: offset, depth: depth + 1)
      else { return nil }
      return TrackedDictionary.joined([first, second])
    }
    guard parts.count % 2 == 1, parts.count <= 15,
      let first = dictionary(parts[0], scope, before: offset, depth: depth + 1)
    else { return nil }
    var history = DictionaryHistory(first, use: offset)
    for index in stride(from: 1, to: parts.count, by: 2) {
      guard SequenceParts.operation(parts[index]) == "+",
        let next = dictionary(parts[index + 1], scope, before: offset, depth: depth + 1)
      else { return nil }
      history.merge(next, keeping: .either, in: [])
    }
    return history.dictionary
  }

  /// Reads a dictionary literal.
  func track(_ literal: DictionaryExprSyntax, _ scope: ScopeID, _ depth: Int) -> TrackedDictionary {
    guard case .elements(let elements) = literal.content else { return TrackedDictionary() }
    var history = DictionaryHistory(use: literal.utf8Range.upperBound)
    for element in elements.prefix(1024) {
      guard let key = key(element.key, scope, depth) else {
        history.hasUnknownAdditions = true
        continue
      }
      let range = element.key.utf8Range.lowerBound..<element.value.utf8Range.upperBound
      history.set(entry(key, element.value, scope, at: range, depth))
    }
    if elements.count > 1024 { history.hasUnknownAdditions = true }
    return history.dictionary
  }

  /// The name or text of a key; casts and `String(…)` around it do not matter.
  private func key(_ expression: ExprSyntax, _ scope: ScopeID, _ depth: Int) -> String? {
    if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      facts.chain(from: scope).contains(where: { !facts.localNames(name, in: $0).isEmpty })
    {
      // A name of a pattern, such as that of a loop.
      return nil
    }
    return switch fold(expression, scope, depth: depth + 1) {
    case .symbol(let name): name
    case .string(let text): text
    default: nil
    }
  }

  private func entry(
    _ key: String, _ value: ExprSyntax, _ scope: ScopeID, at range: Range<Int>, _ depth: Int
  ) -> TrackedDictionary.Entry {
    TrackedDictionary.Entry(
      key: key, value: fold(value, scope, depth: depth + 1), range: range, isConditional: false,
      parameter: parameter(value, scope))
  }

  /// The place of the parameter that `value` is, if nothing else is assigned to it.
  private func parameter(_ value: ExprSyntax, _ scope: ScopeID) -> Int? {
    guard let name = SequenceParts.single(value)?.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let binding = binding(named: name, from: scope), binding.kind == .parameter,
      !facts.reassigned.contains(name)
    else { return nil }
    return facts.function(around: binding.scope)?.parameters?.enumerated()
      .first { ($0.element.secondName ?? $0.element.firstName).text == name }?.offset
  }

  // MARK: Variables

  private func tracked(_ binding: Binding, before offset: Int, _ depth: Int) -> TrackedDictionary? {
    var history = DictionaryHistory(use: offset)
    if let value = binding.value {
      let end = value.utf8Range.lowerBound
      guard let start = dictionary(value, binding.scope, before: end, depth: depth + 1) else { return nil }
      history = DictionaryHistory(start, use: offset)
    } else if binding.kind == .parameter {
      return nil
    }
    let isLocal = facts.enclosing(.function, of: binding.scope) != nil
    for change in changes(of: binding, before: isLocal ? offset : .max) {
      guard budget.spend() else {
        history.hasUnknownAdditions = true
        break
      }
      switch change {
      case .assignment(let assignment): apply(assignment, to: &history, of: binding, depth)
      case .call(let call): apply(call, to: &history, of: binding, depth)
      }
    }
    if passesToUnknownCode(binding, before: offset) { history.hasUnknownAdditions = true }
    return history.dictionary
  }

  private enum Change {
    case assignment(Assignment)
    case call(Call)

    var start: Int {
      switch self {
      case .assignment(let assignment): assignment.range.lowerBound
      case .call(let call): call.range.lowerBound
      }
    }
  }

  private static let changers = [
    "merge", "updateValue", "setValue", "setObject", "formUnion", "addEntries", "removeValue", "removeObject",
    "removeAll", "removeAllObjects",
  ]

  /// What is done to the variable that `binding` declares, in the order of the file.
  private func changes(of binding: Binding, before end: Int) -> [Change] {
    let start = binding.range.upperBound
    let elements = facts.elementAssignments(to: binding.name, in: binding.scope, from: start, before: end)
    let whole = facts.assignments(to: binding.name, in: binding.scope, from: start).filter {
      let path = NamePath.of($0.target)
      return $0.range.upperBound <= end && (path == [binding.name] || path == ["self", binding.name])
    }
    var changes = (elements + whole).map(Change.assignment)
    for name in Self.changers {
      for call in facts.calls(name, in: binding.scope) where call.range.lowerBound < end {
        guard budget.spend(), let receiver = call.receiver, NamePath.last(of: receiver) == binding.name else {
          continue
        }
        changes.append(.call(call))
      }
    }
    return changes.sorted { $0.start < $1.start }
  }

  private func apply(
    _ assignment: Assignment, to history: inout DictionaryHistory, of binding: Binding, _ depth: Int
  ) {
    guard let access = assignment.target.as(SubscriptCallExprSyntax.self) else {
      let start = assignment.value.utf8Range.lowerBound
      guard assignment.operation == "=",
        let other = dictionary(assignment.value, assignment.scope, before: start, depth: depth + 1)
      else {
        history.hasUnknownAdditions = true
        return
      }
      let branches = Branch.around(assignment.target, behind: binding.range.lowerBound, facts)
      return history.replace(with: other, in: branches)
    }
    let element = element(access, assignment, of: binding, depth)
    guard let entry = element.entry else {
      history.hasUnknownAdditions = true
      return
    }
    if entry.value == .none {
      history.remove(entry.key, in: element.branches)
    } else {
      history.set(entry, in: element.branches)
    }
  }

  private func element(
    _ access: SubscriptCallExprSyntax, _ assignment: Assignment, of binding: Binding, _ depth: Int
  ) -> DictionaryElement {
    let key = DictionaryElement.Key(
      target: access.id, declaration: binding.range.lowerBound, depth: depth)
    let before = budget.stepsOfQuestion
    if let known = knownElements.withLock({ $0[key] }) {
      // When there are not as many steps left, it ends where it would have ended at first.
      if budget.canSpend(known.steps) {
        _ = budget.spend(known.steps)
        return known
      }
    }
    let element = DictionaryElement(
      entry: entry(access, assignment, depth),
      branches: Branch.around(assignment.target, behind: binding.range.lowerBound, facts),
      steps: budget.stepsOfQuestion - before)
    if budget.canSpend(0) { knownElements.withLock { $0[key] = element } }
    return element
  }

  private func entry(
    _ access: SubscriptCallExprSyntax, _ assignment: Assignment, _ depth: Int
  ) -> TrackedDictionary.Entry? {
    // `query[a][b] = c` changes a dictionary inside this one.
    var owner = access.calledExpression
    while let inner = NamePath.unwrapped(owner) { owner = inner }
    guard !owner.is(SubscriptCallExprSyntax.self),
      let key = access.arguments.first.flatMap({ key($0.expression, assignment.scope, depth) })
    else { return nil }
    var entry = entry(key, assignment.value, assignment.scope, at: assignment.range, depth)
    if assignment.operation != "=" { (entry.value, entry.parameter) = (.unknown, nil) }
    return entry
  }

  private func apply(_ call: Call, to history: inout DictionaryHistory, of binding: Binding, _ depth: Int) {
    let branches = Branch.around(call.node, behind: binding.range.lowerBound, facts)
    let first = call.arguments.first?.value
    switch call.name {
    case "updateValue", "setValue", "setObject":
      guard let value = first, let name = call.argument("forKey"), let key = key(name, call.scope, depth)
      else {
        break
      }
      return history.set(entry(key, value, call.scope, at: call.range, depth), in: branches)
    case "removeValue", "removeObject":
      guard let first, let key = key(first, call.scope, depth) else { break }
      return history.remove(key, in: branches)
    case "removeAll", "removeAllObjects":
      guard call.closures.isEmpty, call.argument("where") == nil else { break }
      return history.replace(with: TrackedDictionary(), in: branches)
    case "merge", "addEntries":
      guard let first,
        let other = dictionary(first, call.scope, before: call.range.lowerBound, depth: depth + 1)
      else { break }
      return history.merge(
        other, keeping: call.name == "addEntries" ? .theirs : Self.merging(call), in: branches)
    default: break
    }
    history.hasUnknownAdditions = true
  }

  /// Whether a `var` dictionary is handed to other code as `&query` before `offset`.
  private func passesToUnknownCode(_ binding: Binding, before offset: Int) -> Bool {
    guard binding.kind == .variable, facts.reassigned.contains(binding.name) else { return false }
    return facts.isAddressTaken(of: binding.name, in: binding.scope, before: offset)
  }

  // MARK: Calls

  /// What `{ $1 }` or `{ _, new in new }` of a call of `merge` keeps.
  private static func merging(_ call: Call) -> DictionaryHistory.Merging {
    guard
      let closure = call.closures.first?.closure
        ?? call.argument("uniquingKeysWith")?.as(ClosureExprSyntax.self),
      closure.statements.count == 1, let result = ReturnCollector.returns(in: closure.statements).first,
      let name = result.as(DeclReferenceExprSyntax.self)?.baseName.text
    else { return .either }
    var names = ["$0", "$1"]
    switch closure.signature?.parameterClause {
    case .simpleInput(let list): names = list.map(\.name.text)
    case .parameterClause(let clause):
      names = clause.parameters.map { ($0.secondName ?? $0.firstName).text }
    case nil: break
    @unknown default: return .either
    }
    guard names.count == 2 else { return .either }
    return name == names[1] ? .theirs : name == names[0] ? .ours : .either
  }

  private static let types: Set = ["NSMutableDictionary", "NSDictionary", "Dictionary", "CFDictionary"]

  /// What an initialiser of a dictionary makes: nothing yet, or a copy.
  private func made(
    _ node: FunctionCallExprSyntax, _ scope: ScopeID, before offset: Int, _ depth: Int
  ) -> TrackedDictionary? {
    guard node.trailingClosure == nil, node.arguments.count < 2 else { return nil }
    guard let argument = node.arguments.first else { return TrackedDictionary() }
    switch argument.label?.text {
    case "minimumCapacity", "capacity": return TrackedDictionary()
    case nil, "dictionary": return dictionary(argument.expression, scope, before: offset, depth: depth + 1)
    default: return nil
    }
  }

  /// The dictionary that a call makes: an initialiser, `merging`, or a helper whose every `return` can be followed.
  private func made(by call: Call, before offset: Int, _ depth: Int) -> TrackedDictionary? {
    if Self.types.contains(call.name) { return made(call.node, call.scope, before: offset, depth) }
    if call.name == "merging", let receiver = call.receiver, let other = call.arguments.first?.value {
      let offset = call.range.lowerBound
      guard let base = dictionary(receiver, call.scope, before: offset, depth: depth + 1) else { return nil }
      var history = DictionaryHistory(base, use: offset)
      if let more = dictionary(other, call.scope, before: offset, depth: depth + 1) {
        history.merge(more, keeping: Self.merging(call), in: [])
      } else {
        history.hasUnknownAdditions = true
      }
      return history.dictionary
    }
    let candidates = facts.functions(call.name).filter { $0.parameters != nil }
    if candidates.isEmpty {
      guard let function = exportedFunction(calledBy: call) else { return nil }
      return function.dictionary?.moved(to: call.range).with { place in
        let position = call.arguments.indices.first {
          function.parameter(for: $0, of: call.labels) == place
        }
        return position.map { (call.arguments[$0].value, call.scope) }
      } value: {
        entry("", $0, $1, at: call.range, depth + 1)
      }
    }
    guard candidates.count == 1, let function = candidates.first else { return nil }
    return dictionary(returnedBy: function, depth)?.with { place in
      guard let parameter = function.parameters?.dropFirst(place).first else { return nil }
      if let argument = FlowCall.argument(of: call, for: parameter, at: place) {
        return (argument, call.scope)
      }
      return parameter.defaultValue.map { ($0.value, function.scope) }
    } value: {
      entry("", $0, $1, at: call.range, depth + 1)
    }
  }

  /// The dictionary that `function` returns, when every `return` of it can be followed.
  package func dictionary(returnedBy function: Function, _ depth: Int = 0) -> TrackedDictionary? {
    let returns = returns(of: function)
    let results = returns.compactMap {
      dictionary(
        $0, innermostScope(at: $0, within: function.scope), before: $0.utf8Range.lowerBound, depth: depth + 1)
    }
    guard results.count == returns.count else { return nil }
    return TrackedDictionary.joined(results)
  }

  /// The innermost scope inside a function in which `expression` stands.
  private func innermostScope(at expression: ExprSyntax, within scope: ScopeID) -> ScopeID {
    let place = expression.utf8Range.lowerBound
    var found = scope
    var index = scope.index + 1
    while index < facts.scopes.count, facts.isWithin(ScopeID(index: index), scope), budget.spend() {
      if facts.scopes[index].range.contains(place) { found = ScopeID(index: index) }
      index += 1
    }
    return found
  }
}

extension TrackedDictionary {
  /// The same with the values that a call gives for parameters.
  fileprivate func with(
    _ argument: (Int) -> (ExprSyntax, ScopeID)?, value: (ExprSyntax, ScopeID) -> Entry
  ) -> TrackedDictionary {
    var result = self
    for index in entries.indices {
      guard let place = entries[index].parameter else { continue }
      result.entries[index].parameter = nil
      guard let (expression, scope) = argument(place) else { continue }
      let passed = value(expression, scope)
      (result.entries[index].value, result.entries[index].parameter) = (passed.value, passed.parameter)
    }
    return result
  }
}
