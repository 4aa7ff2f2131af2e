import SwiftSyntax

/// What one walk over a file wrote down, ready to be asked.
///
/// There is one object for a file, which everything that looks at the file shares. Lookups that hand out lists count
/// what they hand out; see ``LookBudget``.
package final class SwiftFacts: Sendable {
  package let record: FactRecord
  /// How much may still be handed out.
  package let looks: LookBudget

  package init(_ record: FactRecord) {
    self.record = record
    looks = LookBudget(
      things: record.calls.count + record.bindings.count + record.strings.count + record.comparisons.count)
  }

  /// The scopes; the first is the file.
  package var scopes: [Scope] { record.scopes }
  /// The calls in the order of their beginnings, outer before inner.
  package var calls: [Call] { looks.all(of: record.calls) }
  /// The declared names.
  package var bindings: [Binding] { looks.all(of: record.bindings) }
  /// The assignments.
  package var assignments: [Assignment] { looks.all(of: record.assignments) }
  /// The comparisons.
  package var comparisons: [Comparison] { looks.all(of: record.comparisons) }
  /// The values of dictionary and tuple literals.
  package var entries: [EntryFact] { looks.all(of: record.entries) }
  /// The string literals.
  package var strings: [StringFact] { looks.all(of: record.strings) }
  /// The functions, initialisers and computed properties with a body.
  package var functions: [Function] { looks.all(of: record.functions) }
  /// The types and extensions.
  package var types: [TypeFact] { looks.all(of: record.types) }
  /// The imported modules.
  package var imports: Set<String> { record.imports }
  /// The uses of each name, as a plain name or behind a dot.
  package var references: [String: [Reference]] { record.references }
  /// Where each type is named in a declaration.
  package var typeReferences: [String: [Range<Int>]] { record.typeReferences }
  /// The code that release builds leave out.
  package var inactive: [Range<Int>] { record.inactive }
  /// Names that are assigned to somewhere, so that a `var` of that name is no constant.
  package var reassigned: Set<String> { record.reassigned }
  /// How often the parser met something it could make nothing of.
  var unexpectedNodes: Int { record.unexpectedNodes }
  /// Whether something nested too deeply to be walked to its end.
  var isCutShort: Bool { record.isCutShort }

  /// The calls of `name`, whatever stands before the dot.
  package func calls(_ name: String) -> [Call] { chosen(record.callIndex[name], of: record.calls) }

  /// The declarations of `name` in any scope.
  package func bindings(_ name: String) -> [Binding] {
    chosen(record.bindingIndex[name], of: record.bindings)
  }

  /// The calls with an argument under `label`, in the order of their beginnings.
  package func calls(labelled label: String) -> [Call] { chosen(record.labelIndex[label], of: record.calls) }

  /// The calls whose name is wanted, or the label of one of whose arguments is, in the order of their beginnings.
  ///
  /// It is asked once for each name and label, of which a file has fewer than calls.
  package func calls(
    named isName: (String) -> Bool = { _ in false }, labelled isLabel: (String) -> Bool = { _ in false }
  ) -> [Call] {
    var places: Set<Int> = []
    for (name, found) in record.callIndex where isName(name) { places.formUnion(found) }
    for (label, found) in record.labelIndex where isLabel(label) { places.formUnion(found) }
    return chosen(places.sorted(), of: record.calls)
  }

  private func chosen<Fact>(_ places: [Int]?, of facts: [Fact]) -> [Fact] {
    guard let places, looks.take(places.count) else { return [] }
    return places.map { facts[$0] }
  }

  /// The scope and the scopes around it, innermost first.
  package func chain(from scope: ScopeID) -> [ScopeID] {
    var chain = [scope]
    while let parent = record.scopes[chain[chain.count - 1].index].parent { chain.append(parent) }
    return chain
  }

  /// The nearest scope of `kind` around `scope`, `scope` itself included.
  package func enclosing(_ kind: Scope.Kind, of scope: ScopeID) -> ScopeID? {
    var scope = scope
    while record.scopes[scope.index].kind != kind {
      guard let parent = record.scopes[scope.index].parent else { return nil }
      scope = parent
    }
    return scope
  }

  /// The function around `scope`.
  package func function(around scope: ScopeID) -> Function? {
    enclosing(.function, of: scope).flatMap { record.functionIndex[$0] }.map { record.functions[$0] }
  }

  /// The name of the type around `scope`.
  package func typeName(around scope: ScopeID) -> String? {
    enclosing(.type, of: scope).map { record.scopes[$0.index].name }
  }

  /// Whether `scope` is `outer` or lies within it.
  package func isWithin(_ scope: ScopeID, _ outer: ScopeID) -> Bool {
    scope.index >= outer.index && scope.index < record.scopeEnds[outer.index]
  }

  // MARK: Looking things up by name and place

  /// The functions, initialisers and computed properties called `name`.
  package func functions(_ name: String) -> [Function] {
    chosen(record.functionNames[name], of: record.functions)
  }

  /// The function, initialiser or computed property called `name`, when there is one and no other.
  func onlyFunction(_ name: String) -> Function? {
    guard let places = record.functionNames[name], places.count == 1 else { return nil }
    return record.functions[places[0]]
  }

  /// Whether something called `name` is declared as a function, an initialiser or a computed property.
  package func hasFunction(_ name: String) -> Bool { record.functionNames[name] != nil }

  /// The last declaration of `name` directly in `scope`.
  package func binding(_ name: String, in scope: ScopeID) -> Binding? {
    record.visibleBindings[FactRecord.NameInScope(name: name, scope: scope)]?.last.map {
      record.bindings[$0]
    }
  }

  /// The patterns and closures directly in `scope` that give something the name `name`, in their order.
  package func localNames(_ name: String, in scope: ScopeID) -> [LocalName] {
    record.localNames[FactRecord.NameInScope(name: name, scope: scope)] ?? []
  }

  /// The declarations of `name` directly in `scope`, in their order.
  package func bindings(_ name: String, in scope: ScopeID) -> [Binding] {
    let places = record.visibleBindings[FactRecord.NameInScope(name: name, scope: scope)] ?? []
    return places.suffix(64).map { record.bindings[$0] }
  }

  /// Whether `name` is declared anywhere in the file.
  package func isDeclared(_ name: String) -> Bool { record.bindingIndex[name] != nil }

  /// The first declaration of `name` as a member of the type called `type`.
  package func member(_ name: String, of type: String) -> Binding? {
    record.members[FactRecord.Member(name: name, type: type)].map { record.bindings[$0] }
  }

  /// The type or extension that opens `scope`.
  package func type(opening scope: ScopeID) -> TypeFact? {
    record.typeIndex[scope].map { record.types[$0] }
  }

  /// The uses of `name` inside `scope`.
  package func references(_ name: String, in scope: ScopeID) -> [Reference] {
    within(scope, record.references[name]) { $0.range.lowerBound }.filter { isWithin($0.scope, scope) }
  }

  /// The string literals inside `scope`.
  package func strings(in scope: ScopeID) -> [StringFact] {
    within(scope, record.strings) { $0.range.lowerBound }.filter { isWithin($0.scope, scope) }
  }

  /// The calls inside `scope`, in the order of their beginnings.
  package func calls(in scope: ScopeID) -> [Call] {
    within(scope, record.calls) { $0.range.lowerBound }.filter { isWithin($0.scope, scope) }
  }

  /// The calls of `name` inside `scope`, in the order of their beginnings.
  package func calls(_ name: String, in scope: ScopeID) -> [Call] {
    within(scope, record.callIndex[name]) { record.calls[$0].range.lowerBound }
      .map { record.calls[$0] }.filter { isWithin($0.scope, scope) }
  }

  /// The assignments to `name` itself, or to a member of that name, inside `scope` and from one place on.
  package func assignments(to name: String, in scope: ScopeID, from start: Int) -> [Assignment] {
    assignments(record.nameAssignments[name], in: scope, from: start, before: .max)
  }

  /// The assignment that starts at `offset`.
  package func assignment(startingAt offset: Int) -> Assignment? {
    record.assignments.indices.from(offset, to: offset + 1) { record.assignments[$0].range.lowerBound }
      .first.map { record.assignments[$0] }
  }

  /// The declaration of `name` that starts at `offset`.
  package func binding(_ name: String, startingAt offset: Int) -> Binding? {
    (record.bindingIndex[name] ?? []).from(offset, to: offset + 1) {
      record.bindings[$0].range.lowerBound
    }
    .first.map { record.bindings[$0] }
  }

  /// The call that has exactly the bytes in `range`.
  package func call(at range: Range<Int>) -> Call? {
    record.calls.from(range.lowerBound, to: range.lowerBound + 1) { $0.range.lowerBound }
      .first { $0.range == range }
  }

  /// The uses of `name` in these bytes.
  package func references(_ name: String, within range: Range<Int>) -> ArraySlice<Reference> {
    (record.references[name] ?? []).from(range.lowerBound, to: range.upperBound) { $0.range.lowerBound }
  }

  /// The assignments to elements of `name`, as in `name[key] = value`, inside `scope` and from one place to another.
  package func elementAssignments(
    to name: String, in scope: ScopeID, from start: Int, before end: Int
  ) -> [Assignment] {
    assignments(record.subscriptAssignments[name], in: scope, from: start, before: end)
  }

  private func assignments(
    _ places: [Int]?, in scope: ScopeID, from start: Int, before end: Int
  ) -> [Assignment] {
    guard let places else { return [] }
    let found = places.from(start, to: min(end, record.scopes[scope.index].range.upperBound)) {
      record.assignments[$0].range.lowerBound
    }
    guard looks.take(found.count) else { return [] }
    return found.map { record.assignments[$0] }.filter { isWithin($0.scope, scope) }
  }

  /// The last assignment in whose bytes `offset` lies.
  package func assignment(around offset: Int) -> Assignment? {
    // Assignments stand in the order of their beginnings, and only closures hold others.
    let places = record.assignments.indices.from(.min, to: offset == .max ? offset : offset + 1) {
      record.assignments[$0].range.lowerBound
    }
    guard looks.take(1) else { return nil }
    return places.suffix(256).last { record.assignments[$0].range.contains(offset) }.map {
      record.assignments[$0]
    }
  }

  /// Hands out each name that the file uses or declares; see ``names(_:)``.
  func forEachName(_ body: (String) -> Void) {
    for name in record.references.keys { body(name) }
    for name in record.typeReferences.keys { body(name) }
    for name in record.bindingIndex.keys { body(name) }
  }

  /// Whether a release leaves out what stands at `offset`.
  func isInactive(_ offset: Int) -> Bool {
    record.inactive.from(0, to: offset + 1, \.lowerBound).last?.contains(offset) ?? false
  }

  /// Whether `name` is handed to other code as `&name` inside `scope` and before `offset`.
  package func isAddressTaken(of name: String, in scope: ScopeID, before offset: Int) -> Bool {
    let range = record.scopes[scope.index].range
    let found = (record.addresses[name] ?? []).from(
      range.lowerBound, to: min(offset, range.upperBound)
    ) { $0.range.lowerBound }
    return looks.take(found.count) && found.contains { isWithin($0.scope, scope) }
  }

  /// Those of `facts` that stand in the bytes of `scope`; all of them are counted as looked at.
  private func within<Facts: RandomAccessCollection>(
    _ scope: ScopeID, _ facts: Facts?, _ place: (Facts.Element) -> Int
  ) -> Facts.SubSequence where Facts: RangeReplaceableCollection {
    let facts = facts ?? Facts()
    let range = record.scopes[scope.index].range
    let found = facts.from(range.lowerBound, to: range.upperBound, place)
    return looks.take(found.count) ? found : facts.prefix(0)
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

extension SwiftFacts {
  /// Whether the file uses `name`: as a function, a member, a plain name, a type, or as the name of a parameter.
  package func names(_ name: String) -> Bool {
    references[name] != nil || typeReferences[name] != nil || isDeclared(name)
  }
}
