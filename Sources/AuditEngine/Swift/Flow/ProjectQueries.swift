import OmamoriCore
import OmamoriReport
import SwiftSyntax

// What other files say; every question is written down, so that the file is looked at again when there is an answer.

extension SwiftSource {
  /// The value of a constant that the file does not declare: `path.name`, or a global one for an empty path.
  package func constant(_ name: String, of path: [String], usedAt range: @autoclosure () -> Range<Int>)
    -> Value?
  {
    wants.record(.member(name, of: path.last))
    guard !project.isEmpty else { return nil }
    return project.constant(name, of: path)?.moved(to: range())
  }

  /// The type of a property of a type of another file.
  package func typeName(of name: String, in type: String) -> String? {
    wants.record(.member(name, of: type))
    return project.typeName(of: name, in: type)
  }

  /// The one function of another file that `call` means.
  func exportedFunction(calledBy call: Call) -> ExportedFunction? {
    guard call.name.first?.isLowercase == true, !facts.hasFunction(call.name) else { return nil }
    let shape = FileWants.CallShape(
      name: call.name, labels: call.labels, closures: call.closures.count, owner: owner(of: call))
    wants.record(.function(shape))
    guard !project.isEmpty else { return nil }
    return project.function(shape.name, labels: shape.labels, closures: shape.closures, owner: shape.owner)
  }

  /// What `call` tells about the type whose function it means.
  package func owner(of call: Call) -> CallOwner {
    guard let receiver = call.receiver else { return .own(facts.typeName(around: call.scope)) }
    if let type = typeName(of: receiver, in: call.scope) { return .type(type) }
    return .named(NamePath.last(of: receiver) ?? "")
  }

  /// What files pass for the parameter at `position` of `function`, a function of this file.
  package func value(passedTo function: Function, at position: Int, _ kinds: TaintKind) -> TaintedValue? {
    guard let key = key(of: function) else { return nil }
    wants.record(.parameters(of: key))
    guard !project.isEmpty else { return nil }
    let passed = project.values(passedTo: key, at: position).first { !kinds.isDisjoint(with: $0.value.kind) }
    guard var found = passed?.value else { return nil }
    found.confidence = min(found.confidence, .medium)
    return found
  }

  /// What tells `function` from others.
  package func key(of function: Function) -> FunctionKey? {
    signature(of: function).key
  }

  /// The names of the types around `scope`, outermost first.
  func typePath(around scope: ScopeID) -> [String] {
    facts.chain(from: scope).reversed().filter { facts.scopes[$0.index].kind == .type }
      .flatMap { facts.scopes[$0.index].name.split(separator: ".").map(String.init) }
  }
}

extension Value {
  /// The same value with places that are those of its use.
  func moved(to range: Range<Int>) -> Value {
    switch self {
    case .dictionary(let dictionary): .dictionary(dictionary.moved(to: range))
    case .array(let values): .array(values.map { $0.moved(to: range) })
    case .oneOf(let values): .oneOf(values.map { $0.moved(to: range) })
    default: self
    }
  }
}

extension TrackedDictionary {
  /// The same dictionary with places that are those of its use: its own ones belong to another file.
  func moved(to range: Range<Int>) -> TrackedDictionary {
    var moved = self
    for index in entries.indices {
      moved.entries[index].value = entries[index].value.moved(to: range)
      moved.entries[index].range = range
    }
    return moved
  }
}
