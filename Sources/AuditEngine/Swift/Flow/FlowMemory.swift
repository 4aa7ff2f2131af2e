import OmamoriCore
package import SwiftSyntax

/// What is known of declarations that were followed already: rules ask about the same names again and again.
///
/// It belongs to one file. Only answers are kept that depend on nothing but what the key says. A name that is being
/// followed answers "nothing", so a circle ends where it closes.
final class FlowMemory: Sendable {
  /// A question.
  struct Key: Hashable {
    /// Where the declaration begins.
    let declaration: Int
    /// Where its value is asked for, when that matters: assignments may lie between.
    let offset: Int?
    let kinds: TaintKind.RawValue
    let harmless: Set<String>
    let parameters: FlowAnalysis.Parameters
    /// How many calls were followed before.
    let calls: Int
  }

  private let known = Protected<[Key: TaintedValue?]>([:])

  /// The answer to `key`, worked out by `find` when it is asked for the first time.
  func answer(_ key: Key, _ find: () -> TaintedValue?) -> TaintedValue? {
    let kept: TaintedValue?? = known.withLock { known in
      if let kept = known[key] { return kept }
      known[key] = .some(nil)
      return nil
    }
    if let kept { return kept }
    let found = find()
    if found != nil { known.withLock { $0[key] = found } }
    return found
  }
}

/// Where an expression stands, and by which calls it was reached.
struct FlowPlace {
  /// The scope in which names are looked up.
  var scope: ScopeID
  /// The place in the file: only what is declared and assigned before it counts.
  var offset: Int
  /// The calls by which the function around it was reached.
  var call: FlowCall?
  /// How many expressions were followed to come here.
  var depth = 0
  /// How many calls were followed to come here, in either direction.
  var calls = 0

  /// The place of another expression of the same function.
  func at(_ expression: ExprSyntax, in scope: ScopeID? = nil) -> FlowPlace {
    var place = self
    place.scope = scope ?? self.scope
    place.offset = expression.utf8Range.lowerBound
    place.depth += 1
    return place
  }
}

/// One call on the way of a value: while its function is examined, parameters mean the arguments of this call.
final class FlowCall: Sendable {
  /// The function that is called.
  let function: ScopeID
  /// The call.
  let call: Call
  /// The function's parameters.
  let parameters: FunctionParameterListSyntax
  /// The call inside whose function this one is made, if that one is examined, too.
  let outer: FlowCall?

  init(function: ScopeID, call: Call, parameters: FunctionParameterListSyntax, outer: FlowCall?) {
    (self.function, self.call, self.parameters, self.outer) = (function, call, parameters, outer)
  }

  /// What the call passes for the parameter `name`, or its default argument.
  func argument(for name: String) -> ExprSyntax? {
    guard
      let (position, parameter) = parameters.enumerated().first(where: {
        ($0.element.secondName ?? $0.element.firstName).text == name
      })
    else { return nil }
    return Self.argument(of: call, for: parameter, at: position)
  }

  /// What `call` passes for `parameter`, the one at `position`.
  static func argument(
    of call: Call, for parameter: FunctionParameterSyntax, at position: Int
  ) -> ExprSyntax? {
    let label = parameter.firstName.text
    if label != "_" { return call.argument(label) }
    guard call.arguments.indices.contains(position), call.arguments[position].label == nil else { return nil }
    return call.arguments[position].value
  }
}

/// What is asked of a function again and again: every use of a parameter wants to know its place.
package struct FunctionSignature: Sendable {
  /// The parameters by the names they have inside, each with its place.
  package let parameters: [String: (position: Int, syntax: FunctionParameterSyntax)]
  /// What tells the function from others; `nil` when it takes no parameters.
  package let key: FunctionKey?

  fileprivate init(_ function: Function, in source: SwiftSource) {
    var parameters: [String: (position: Int, syntax: FunctionParameterSyntax)] = [:]
    var labels: [String] = []
    for parameter in function.parameters ?? [] {
      let name = (parameter.secondName ?? parameter.firstName).text
      if parameters[name] == nil { parameters[name] = (labels.count, parameter) }
      labels.append(parameter.firstName.text)
    }
    self.parameters = parameters
    key =
      function.parameters == nil
      ? nil
      : FunctionKey(types: source.typePath(around: function.scope), name: function.name, labels: labels)
  }
}

extension SwiftSource {
  /// The signature of `function`, put together once.
  package func signature(of function: Function) -> FunctionSignature {
    if let known = knownSignatures.withLock({ $0[function.scope] }) { return known }
    let made = FunctionSignature(function, in: self)
    knownSignatures.withLock { $0[function.scope] = made }
    return made
  }
}
