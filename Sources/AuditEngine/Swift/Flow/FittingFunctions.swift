import OmamoriCore
import SwiftSyntax

/// The functions of a file that calls of one shape may mean: those with the name whose parameters take the arguments.
///
/// All calls of that shape share the answer: there may be thousands of them, and of functions with that name.
struct FittingFunctions: Sendable {
  /// What such calls have in common.
  struct Shape: Hashable {
    let name: String
    let labels: [String?]
    let closures: Int

    init(_ call: Call) {
      (name, labels, closures) = (call.name, call.arguments.map(\.label), call.closures.count)
    }
  }

  /// How many have the name.
  let named: Int
  /// The first of those that fit.
  private(set) var first: Function?
  /// How many fit.
  private(set) var count = 0
  /// Those that are the only one of their type, by the name of the type.
  private var own: [String?: Function?] = [:]

  fileprivate init(_ named: [Function], _ call: Call, _ facts: SwiftFacts) {
    self.named = named.count
    for function in named where Self.fits(function, call) {
      if first == nil { first = function }
      count += 1
      let owner = facts.typeName(around: function.scope)
      own[owner] = own[owner] == nil ? .some(function) : .some(nil)
    }
  }

  /// The only one of them in the type with this name, or outside of all types.
  func only(in owner: String?) -> Function? { own[owner] ?? nil }

  private static func fits(_ function: Function, _ call: Call) -> Bool {
    guard let parameters = function.parameters else { return false }
    var rest = parameters[...]
    for argument in call.arguments {
      let label = argument.label ?? "_"
      // Parameters with a default argument may be left out.
      while let next = rest.first, next.firstName.text != label, next.defaultValue != nil {
        rest.removeFirst()
      }
      guard let next = rest.first, next.firstName.text == label else { return false }
      rest.removeFirst()
    }
    let missing = rest.count { $0.defaultValue == nil && $0.ellipsis == nil }
    return missing <= call.closures.count
  }
}

extension SwiftSource {
  /// The one function of this file that `call` means, by its name, its labels and the type it is called on.
  package func function(calledBy call: Call) -> Function? {
    // Whoever follows calls of many functions of one name comes to a limit, whether the answer is known or not.
    guard let fitting = fitting(call), flowBudget.spend(fitting.named / 4) else { return nil }
    guard let first = fitting.first, fitting.count > 1 || call.receiver != nil else { return fitting.first }
    let owner: String?
    if let receiver = call.receiver {
      owner = typeName(of: receiver, in: call.scope)
      // What is called on something of an unknown type may be a function of another file.
      guard owner != nil else { return nil }
    } else {
      owner = facts.typeName(around: call.scope)
    }
    if let own = fitting.only(in: owner) { return own }
    return call.receiver == nil && fitting.count == 1 ? first : nil
  }

  private func fitting(_ call: Call) -> FittingFunctions? {
    let shape = FittingFunctions.Shape(call)
    if let known = knownFitting.withLock({ $0[shape] }) { return known }
    let named = facts.functions(call.name)
    guard !named.isEmpty else { return nil }
    let found = FittingFunctions(named, call, facts)
    knownFitting.withLock { $0[shape] = found }
    return found
  }
}
