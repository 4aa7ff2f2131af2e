import SwiftSyntax

/// What a walk over a file writes down, with indexes by name; `SwiftFacts` answers from it.
package struct FactRecord: Sendable {
  /// The scopes; the first is the file.
  package var scopes = [Scope(kind: .file, name: "", parent: nil, range: 0..<Int.max)]
  /// The calls in the order of their beginnings, outer before inner.
  package private(set) var calls: [Call] = []
  /// The declared names.
  package private(set) var bindings: [Binding] = []
  /// The assignments.
  package private(set) var assignments: [Assignment] = []
  /// The comparisons.
  package var comparisons: [Comparison] = []
  /// The values of dictionary and tuple literals.
  package var entries: [EntryFact] = []
  /// The string literals.
  package var strings: [StringFact] = []
  /// The functions, initialisers and computed properties with a body.
  package private(set) var functions: [Function] = []
  /// The types and extensions.
  package private(set) var types: [TypeFact] = []
  /// The imported modules.
  package var imports: Set<String> = []
  /// The uses of each name, as a plain name or behind a dot.
  package var references: [String: [Reference]] = [:]
  /// Where each type is named in a declaration.
  package var typeReferences: [String: [Range<Int>]] = [:]
  /// The code that release builds leave out.
  package var inactive: [Range<Int>] = []
  /// Names that are assigned to somewhere, so that a `var` of that name is no constant.
  package var reassigned: Set<String> = []
  /// How often the parser met something it could make nothing of.
  var unexpectedNodes = 0
  /// Whether something nested too deeply to be walked to its end.
  var isCutShort = false

  private(set) var localNames: [NameInScope: [LocalName]] = [:]
  private(set) var callIndex: [String: [Int]] = [:]
  private(set) var labelIndex: [String: [Int]] = [:]
  private(set) var bindingIndex: [String: [Int]] = [:]
  private(set) var visibleBindings: [NameInScope: [Int]] = [:]
  package private(set) var members: [Member: Int] = [:]
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

  package struct Member: Hashable {
    package let name: String
    package let type: String
  }

  package mutating func open(_ scope: Scope) -> ScopeID {
    scopes.append(scope)
    scopeEnds.append(Int.max)
    return ScopeID(index: scopes.count - 1)
  }

  package mutating func close(_ scope: ScopeID) { scopeEnds[scope.index] = scopes.count }

  package mutating func add(_ assignment: Assignment) {
    if let access = assignment.target.as(SubscriptCallExprSyntax.self),
      let name = NamePath.last(of: access.calledExpression)
    {
      subscriptAssignments[name, default: []].append(assignments.count)
    } else if let name = assignment.name {
      nameAssignments[name, default: []].append(assignments.count)
    }
    assignments.append(assignment)
  }

  package mutating func add(_ name: LocalName) {
    localNames[NameInScope(name: name.name, scope: name.scope), default: []].append(name)
  }

  package mutating func add(_ type: TypeFact) {
    typeIndex[type.scope] = types.count
    types.append(type)
  }

  package mutating func add(_ reference: Reference) {
    let name = reference.node.baseName.text
    references[name, default: []].append(reference)
  }

  /// Notes that the address of a name is taken: `&name`.
  package mutating func add(address: Reference) {
    addresses[address.node.baseName.text, default: []].append(address)
  }

  package mutating func add(_ call: Call) {
    callIndex[call.name, default: []].append(calls.count)
    for argument in call.arguments {
      guard let label = argument.label, labelIndex[label]?.last != calls.count else { continue }
      labelIndex[label, default: []].append(calls.count)
    }
    calls.append(call)
  }

  package mutating func add(_ function: Function) {
    functionIndex[function.scope] = functions.count
    functionNames[function.name, default: []].append(functions.count)
    functions.append(function)
  }

  package mutating func add(_ binding: Binding) {
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
