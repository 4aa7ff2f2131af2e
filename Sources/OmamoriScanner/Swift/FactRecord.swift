import SwiftSyntax

/// What a walk over a file writes down, with indexes by name; `SwiftFacts` answers from it.
struct FactRecord: Sendable {
  /// The scopes; the first is the file.
  var scopes = [Scope(kind: .file, name: "", parent: nil, range: 0..<Int.max)]
  /// The calls in the order of their beginnings, outer before inner.
  private(set) var calls: [Call] = []
  /// The declared names.
  private(set) var bindings: [Binding] = []
  /// The assignments.
  private(set) var assignments: [Assignment] = []
  /// The comparisons.
  var comparisons: [Comparison] = []
  /// The values of dictionary and tuple literals.
  var entries: [EntryFact] = []
  /// The string literals.
  var strings: [StringFact] = []
  /// The functions, initialisers and computed properties with a body.
  private(set) var functions: [Function] = []
  /// The types and extensions.
  private(set) var types: [TypeFact] = []
  /// The imported modules.
  var imports: Set<String> = []
  /// The uses of each name, as a plain name or behind a dot.
  var references: [String: [Reference]] = [:]
  /// Where each type is named in a declaration.
  var typeReferences: [String: [Range<Int>]] = [:]
  /// The code that release builds leave out.
  var inactive: [Range<Int>] = []
  /// Names that are assigned to somewhere, so that a `var` of that name is no constant.
  var reassigned: Set<String> = []
  /// How often the parser met something it could make nothing of.
  var unexpectedNodes = 0
  /// Whether something nested too deeply to be walked to its end.
  var isCutShort = false

  private(set) var localNames: [NameInScope: [LocalName]] = [:]
  private(set) var callIndex: [String: [Int]] = [:]
  private(set) var bindingIndex: [String: [Int]] = [:]
  private(set) var visibleBindings: [NameInScope: [Int]] = [:]
  private(set) var members: [Member: Int] = [:]
  private(set) var functionIndex: [ScopeID: Int] = [:]
  private(set) var typeIndex: [ScopeID: Int] = [:]
  private(set) var functionNames: [String: [Int]] = [:]
  private(set) var nameAssignments: [String: [Int]] = [:]
  private(set) var subscriptAssignments: [String: [Int]] = [:]
  private(set) var addresses: [String: [Reference]] = [:]
  /// For each scope the index of the first scope behind everything inside it.
  private(set) var scopeEnds = [Int.max]

  struct NameInScope: Hashable {
    let name: String
    let scope: ScopeID
  }

  struct Member: Hashable {
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
  }

  /// Notes that the address of a name is taken: `&name`.
  mutating func add(address: Reference) {
    addresses[address.node.baseName.text, default: []].append(address)
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
}
