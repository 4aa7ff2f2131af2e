/// What one walk over a file wrote down, with indexes by name.
package struct SwiftFacts: Sendable {
  /// The scopes; the first is the file.
  package internal(set) var scopes = [Scope(kind: .file, name: "", parent: nil)]
  /// The calls in the order of their beginnings, outer before inner.
  package private(set) var calls: [Call] = []
  /// The declared names.
  package private(set) var bindings: [Binding] = []
  /// The assignments.
  package internal(set) var assignments: [Assignment] = []
  /// The comparisons.
  package internal(set) var comparisons: [Comparison] = []
  /// The values of dictionary and tuple literals.
  package internal(set) var entries: [EntryFact] = []
  /// The string literals.
  package internal(set) var strings: [StringFact] = []
  /// The functions, initialisers and computed properties with a body.
  package private(set) var functions: [Function] = []
  /// The types and extensions.
  package internal(set) var types: [TypeFact] = []
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

  private var callIndex: [String: [Int]] = [:]
  private var bindingIndex: [String: [Int]] = [:]
  private var functionIndex: [ScopeID: Int] = [:]

  mutating func add(_ call: Call) {
    callIndex[call.name, default: []].append(calls.count)
    calls.append(call)
  }

  mutating func add(_ function: Function) {
    functionIndex[function.scope] = functions.count
    functions.append(function)
  }

  mutating func add(_ binding: Binding) {
    bindingIndex[binding.name, default: []].append(bindings.count)
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
  package func isWithin(_ scope: ScopeID, _ outer: ScopeID) -> Bool { chain(from: scope).contains(outer) }
}
