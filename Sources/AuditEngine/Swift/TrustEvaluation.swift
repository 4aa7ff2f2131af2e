import SwiftSyntax

/// What rules about server trust know of the APIs: what evaluates a chain, and what accepts one.
package enum TrustEvaluation {
  /// Functions and methods that evaluate a chain with its host name.
  package static let evaluations: Set = [
    "SecTrustEvaluateWithError", "SecTrustEvaluateAsyncWithError", "SecTrustEvaluate",
    "SecTrustEvaluateAsync",
    "evaluate", "performDefaultEvaluation", "performValidation", "validate", "evaluateServerTrust",
    "handleChallenge",
    "handle", "trustIsValid", "af_isValid",
  ]

  /// Whether the statements in `scope`, or functions that they call, five deep at the most, evaluate a chain.
  ///
  /// The name of a called function is enough when nothing else is known of it and it says that it evaluates trust. A
  /// function of the same name that is not the one called counts as well: a doubt is no accusation.
  package static func isEvaluated(in scope: ScopeID, _ source: SwiftSource) -> Bool {
    var seen: Set<ScopeID> = [scope]
    var next = [scope]
    for _ in 0...FlowAnalysis.mostCalls {
      var called: [ScopeID] = []
      for scope in next {
        for call in source.facts.calls(in: scope) {
          if evaluates(call) || source.exportedFunction(calledBy: call)?.summary.evaluatesTrust == true {
            return true
          }
          for function in source.facts.functions(call.name) where seen.insert(function.scope).inserted {
            called.append(function.scope)
          }
        }
      }
      guard !called.isEmpty, seen.count < mostFunctions else { return false }
      next = called
    }
    return false
  }

  /// Whether the callers of `function`, which takes a chain, evaluate it; `nil` when they are in other files.
  package static func isEvaluatedByCallers(of function: Function, _ source: SwiftSource) -> Bool? {
    let takesTrust = function.parameters?.contains {
      ["SecTrust", "SecTrust?"].contains($0.type.writtenName)
    }
    guard takesTrust == true else { return false }
    let callers = source.facts.calls(function.name).compactMap { source.facts.function(around: $0.scope) }
      .filter { $0.scope != function.scope }
    return callers.isEmpty ? nil : callers.prefix(16).allSatisfy { isEvaluated(in: $0.scope, source) }
  }

  private static let mostFunctions = 64

  private static func evaluates(_ call: Call) -> Bool {
    if call.name.hasPrefix("SecTrustEvaluate") { return true }
    guard evaluations.contains(call.name) else { return false }
    let labels = call.labels.joined(separator: " ").lowercased()
    let values = call.arguments.map { $0.value.trimmedDescription.lowercased() }.joined(separator: " ")
    return labels.contains("trust") || values.contains("trust") || values.contains("challenge")
      || call.receiverPath.contains {
        Words.of($0).contains { ["trust", "evaluator", "validator", "pinner"].contains($0) }
      }
  }

  /// The calls `URLCredential(trust:)` within `scope`.
  package static func acceptingCalls(in scope: ScopeID, _ source: SwiftSource) -> [Call] {
    source.facts.calls("URLCredential", in: scope).filter { $0.labels == ["trust"] }
      + source.facts.calls("credentialForTrust", in: scope)
  }
}
