import SwiftSyntax

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
