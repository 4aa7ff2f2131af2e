import SwiftSyntax

/// What one walk over a file wrote down, with indexes by name.
package struct SwiftFacts: Sendable {
  /// The scopes; the first is the file.
  package internal(set) var scopes = [Scope(kind: .file, name: "", parent: nil, range: 0..<Int.max)]
  /// The calls in the order of their beginnings, outer before inner.
  package private(set) var calls: [Call] = []
  /// The declared names.
  package private(set) var bindings: [Binding] = []
  /// The assignments.
  package private(set) var assignments: [Assignment] = []
  /// The comparisons.
  package internal(set) var comparisons: [Comparison] = []
  /// The values of dictionary and tuple literals.
  package internal(set) var entries: [EntryFact] = []
  /// The string literals.
  package internal(set) var strings: [StringFact] = []
  /// The functions, initialisers and computed properties with a body.
  package private(set) var functions: [Function] = []
  /// The types and extensions.
  package private(set) var types: [TypeFact] = []
  /// The imported modules.
  package internal(set) var imports: Set<String> = []
  /// The uses of each name, as a plain name or behind a dot.
  package internal(set) var references: [String: [Reference]] = [:]
  /// Where each type is named in a declaration.
  package internal(set) var typeReferences: [String: [Range<Int>]] = [:]
  /// The code that release builds leave out.
  package internal(set) var inactive: [Range<Int>] = []
  /// Names that are assigned to somewhere, so that a `var` of that name is no constant.
  var reassigned: Set<String> = []
  /// How often the parser met something it could make nothing of.
  var unexpectedNodes = 0
  /// Whether something nested too deeply to be walked to its end.
  var isCutShort = false

  private var localNames: [NameInScope: [LocalName]] = [:]
  private var callIndex: [String: [Int]] = [:]
  private var bindingIndex: [String: [Int]] = [:]
  private var visibleBindings: [NameInScope: [Int]] = [:]
  private var members: [Member: Int] = [:]
  private var functionIndex: [ScopeID: Int] = [:]
  private var typeIndex: [ScopeID: Int] = [:]
  private var functionNames: [String: [Int]] = [:]
  private var nameAssignments: [String: [Int]] = [:]
  private var subscriptAssignments: [String: [Int]] = [:]
  private var addresses: [String: [Reference]] = [:]
  /// For each scope the index of the first scope behind everything inside it.
  private var scopeEnds = [Int.max]

  private struct NameInScope: Hashable {
    let name: String
    let scope: ScopeID
  }

  private struct Member: Hashable {
    let name: String
    let type: String
  }

  mutating func open(_ scope: Scope) -> ScopeID {
    scopes.append(scope)
    scopeEnds.append(Int.max)
    return ScopeID(index: scopes.count - 1)
  }

  mutating func close(_ scope: ScopeID) { scopeEnds[scope.index] = scopes.count }

  mutating func add(_ assignment: Assignment) {
    if let access = assignment.target.as(SubscriptCallExprSyntax.self),
      let name = NamePath.last(of: access.calledExpression)
    {
      subscriptAssignments[name, default: []].append(assignments.count)
    } else if let name = assignment.name {
      nameAssignments[name, default: []].append(assignments.count)
    }
    assignments.append(assignment)
  }

  mutating func add(_ name: LocalName) {
    localNames[NameInScope(name: name.name, scope: name.scope), default: []].append(name)
  }

  mutating func add(_ type: TypeFact) {
    typeIndex[type.scope] = types.count
    types.append(type)
  }

  mutating func add(_ reference: Reference) {
    let name = reference.node.baseName.text
    references[name, default: []].append(reference)
    if reference.node.parent?.is(InOutExprSyntax.self) == true {
      addresses[name, default: []].append(reference)
    }
  }

  mutating func add(_ call: Call) {
    callIndex[call.name, default: []].append(calls.count)
    calls.append(call)
  }

  mutating func add(_ function: Function) {
    functionIndex[function.scope] = functions.count
    functionNames[function.name, default: []].append(functions.count)
    functions.append(function)
  }

  mutating func add(_ binding: Binding) {
    bindingIndex[binding.name, default: []].append(bindings.count)
    visibleBindings[NameInScope(name: binding.name, scope: binding.scope), default: []].append(bindings.count)
    let owner = scopes[binding.scope.index]
    if owner.kind == .type {
      let member = Member(name: binding.name, type: owner.name)
      if members[member] == nil { members[member] = bindings.count }
    }
    bindings.append(binding)
  }

  /// The calls of `name`, whatever stands before the dot.
  package func calls(_ name: String) -> [Call] { (callIndex[name] ?? []).map { calls[$0] } }

  /// The declarations of `name` in any scope.
  package func bindings(_ name: String) -> [Binding] { (bindingIndex[name] ?? []).map { bindings[$0] } }

  /// The scope and the scopes around it, innermost first.
  package func chain(from scope: ScopeID) -> [ScopeID] {
    var chain = [scope]
    while let parent = scopes[chain[chain.count - 1].index].parent { chain.append(parent) }
    return chain
  }

  /// The nearest scope of `kind` around `scope`, `scope` itself included.
  package func enclosing(_ kind: Scope.Kind, of scope: ScopeID) -> ScopeID? {
    chain(from: scope).first { scopes[$0.index].kind == kind }
  }

  /// The function around `scope`.
  package func function(around scope: ScopeID) -> Function? {
    enclosing(.function, of: scope).flatMap { functionIndex[$0] }.map { functions[$0] }
  }

  /// The name of the type around `scope`.
  package func typeName(around scope: ScopeID) -> String? {
    enclosing(.type, of: scope).map { scopes[$0.index].name }
  }

  /// Whether `scope` is `outer` or lies within it.
  package func isWithin(_ scope: ScopeID, _ outer: ScopeID) -> Bool {
    scope.index >= outer.index && scope.index < scopeEnds[outer.index]
  }

  // MARK: Looking things up by name and place

  /// The functions, initialisers and computed properties called `name`.
  package func functions(_ name: String) -> [Function] { (functionNames[name] ?? []).map { functions[$0] } }

  /// The last declaration of `name` directly in `scope`.
  package func binding(_ name: String, in scope: ScopeID) -> Binding? {
    visibleBindings[NameInScope(name: name, scope: scope)]?.last.map { bindings[$0] }
  }

  /// The patterns and closures directly in `scope` that give something the name `name`, in their order.
  package func localNames(_ name: String, in scope: ScopeID) -> [LocalName] {
    localNames[NameInScope(name: name, scope: scope)] ?? []
  }

  /// The declarations of `name` directly in `scope`, in their order.
  func bindings(_ name: String, in scope: ScopeID) -> [Binding] {
    (visibleBindings[NameInScope(name: name, scope: scope)] ?? []).suffix(64).map { bindings[$0] }
  }

  /// Whether `name` is declared anywhere in the file.
  package func isDeclared(_ name: String) -> Bool { bindingIndex[name] != nil }

  /// The first declaration of `name` as a member of the type called `type`.
  package func member(_ name: String, of type: String) -> Binding? {
    members[Member(name: name, type: type)].map { bindings[$0] }
  }

  /// The type or extension that opens `scope`.
  package func type(opening scope: ScopeID) -> TypeFact? { typeIndex[scope].map { types[$0] } }

  /// The uses of `name` inside `scope`.
  package func references(_ name: String, in scope: ScopeID) -> [Reference] {
    let range = scopes[scope.index].range
    return (references[name] ?? []).from(range.lowerBound, to: range.upperBound) { $0.range.lowerBound }
      .filter { isWithin($0.scope, scope) }
  }

  /// The string literals inside `scope`.
  package func strings(in scope: ScopeID) -> [StringFact] {
    let range = scopes[scope.index].range
    return strings.from(range.lowerBound, to: range.upperBound) { $0.range.lowerBound }
      .filter { isWithin($0.scope, scope) }
  }

  /// The calls inside `scope`, in the order of their beginnings.
  package func calls(in scope: ScopeID) -> [Call] {
    let range = scopes[scope.index].range
    return calls.indices.from(range.lowerBound, to: range.upperBound) { calls[$0].range.lowerBound }
      .map { calls[$0] }.filter { isWithin($0.scope, scope) }
  }

  /// The calls of `name` inside `scope`, in the order of their beginnings.
  package func calls(_ name: String, in scope: ScopeID) -> [Call] {
    let range = scopes[scope.index].range
    return (callIndex[name] ?? []).from(range.lowerBound, to: range.upperBound) { calls[$0].range.lowerBound }
      .map { calls[$0] }.filter { isWithin($0.scope, scope) }
  }

  /// The assignments to `name` itself, or to a member of that name, inside `scope` and from one place on.
  package func assignments(to name: String, in scope: ScopeID, from start: Int) -> [Assignment] {
    (nameAssignments[name] ?? []).from(start, to: scopes[scope.index].range.upperBound) {
      assignments[$0].range.lowerBound
    }
    .map { assignments[$0] }.filter { isWithin($0.scope, scope) }
  }

  /// The assignment that starts at `offset`.
  func assignment(startingAt offset: Int) -> Assignment? {
    assignments.indices.from(offset, to: offset + 1) { assignments[$0].range.lowerBound }.first
      .map { assignments[$0] }
  }

  /// The declaration of `name` that starts at `offset`.
  func binding(_ name: String, startingAt offset: Int) -> Binding? {
    (bindingIndex[name] ?? []).from(offset, to: offset + 1) { bindings[$0].range.lowerBound }.first
      .map { bindings[$0] }
  }

  /// The call that has exactly the bytes in `range`.
  func call(at range: Range<Int>) -> Call? {
    calls.indices.from(range.lowerBound, to: range.lowerBound + 1) { calls[$0].range.lowerBound }
      .map { calls[$0] }.first { $0.range == range }
  }

  /// The uses of `name` in these bytes.
  func references(_ name: String, within range: Range<Int>) -> ArraySlice<Reference> {
    (references[name] ?? []).from(range.lowerBound, to: range.upperBound) { $0.range.lowerBound }
  }

  /// The assignments to elements of `name`, as in `name[key] = value`, inside `scope` and from one place to another.
  package func elementAssignments(
    to name: String, in scope: ScopeID, from start: Int, before end: Int
  ) -> [Assignment] {
    (subscriptAssignments[name] ?? []).from(start, to: min(end, scopes[scope.index].range.upperBound)) {
      assignments[$0].range.lowerBound
    }
    .map { assignments[$0] }.filter { isWithin($0.scope, scope) }
  }

  /// Whether a release leaves out what stands at `offset`.
  func isInactive(_ offset: Int) -> Bool {
    inactive.from(0, to: offset + 1, \.lowerBound).last?.contains(offset) ?? false
  }

  /// Whether `name` is handed to other code as `&name` inside `scope` and before `offset`.
  package func isAddressTaken(of name: String, in scope: ScopeID, before offset: Int) -> Bool {
    let range = scopes[scope.index].range
    return (addresses[name] ?? []).from(range.lowerBound, to: min(offset, range.upperBound)) {
      $0.range.lowerBound
    }
    .contains { isWithin($0.scope, scope) }
  }
}

extension RandomAccessCollection {
  /// The elements whose places, which do not decrease, lie in `start..<end`.
  fileprivate func from(_ start: Int, to end: Int, _ place: (Element) -> Int) -> SubSequence {
    let rest = self[first(from: start, place)...]
    return rest[..<rest.first(from: Swift.max(start, end), place)]
  }

  private func first(from start: Int, _ place: (Element) -> Int) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if place(self[middle]) < start { low = index(after: middle) } else { high = middle }
    }
    return low
  }
}
