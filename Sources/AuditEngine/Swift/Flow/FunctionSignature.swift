import OmamoriCore
package import SwiftSyntax

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
