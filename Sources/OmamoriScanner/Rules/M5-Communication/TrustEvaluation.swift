import SwiftSyntax

/// What rules about server trust know of the APIs: what evaluates a chain, and what accepts one.
enum TrustEvaluation {
  /// Functions and methods that evaluate a chain with its host name.
  static let evaluations: Set = [
    "SecTrustEvaluateWithError", "SecTrustEvaluateAsyncWithError", "SecTrustEvaluate",
    "SecTrustEvaluateAsync",
    "evaluate", "performDefaultEvaluation", "performValidation", "validate", "evaluateServerTrust",
    "handleChallenge",
    "handle", "trustIsValid", "af_isValid",
  ]

  /// Whether the statements of `function`, or of a function of the same file that it calls, evaluate a chain.
  ///
  /// The name of a called function is enough when it is not of this file and says that it evaluates trust.
  static func isEvaluated(in scope: ScopeID, _ source: SwiftSource) -> Bool {
    let calls = source.facts.calls(in: scope)
    if calls.contains(where: { evaluates($0) }) { return true }
    return calls.contains { call in
      let called = source.facts.functions(call.name).filter { $0.scope != scope }
      return called.contains { function in
        source.facts.calls(in: function.scope).contains { evaluates($0) }
      }
    }
  }

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
  static func acceptingCalls(in scope: ScopeID, _ source: SwiftSource) -> [Call] {
    source.facts.calls("URLCredential", in: scope).filter { $0.labels == ["trust"] }
      + source.facts.calls("credentialForTrust", in: scope)
  }
}
