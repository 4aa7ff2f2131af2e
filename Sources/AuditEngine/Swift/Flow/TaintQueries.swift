package import SwiftSyntax

extension SwiftSource {
  /// Whether `expression` carries a value of one of `kinds`, and how it came there; `nil` when nothing says so.
  ///
  /// Follows names, properties, patterns, closures and calls of this file, and through what other files say about the
  /// functions that are called. What is validated in a condition before is not carried on.
  ///
  /// - Parameters:
  ///   - expression: The argument of a call, or another value that matters.
  ///   - scope: Where it stands.
  ///   - kinds: What is looked for.
  ///   - harmless: Functions and members after which the value does no harm: `lastPathComponent` for a path.
  /// - Returns: The value with the way it took, or `nil`.
  package func taint(
    of expression: ExprSyntax, in scope: ScopeID, _ kinds: TaintKind, harmless: Set<String> = []
  ) -> TaintedValue? {
    flowBudget.begin()
    let analysis = FlowAnalysis(source: self, kinds: kinds, harmless: harmless)
    return analysis.value(
      of: expression, at: FlowPlace(scope: scope, offset: expression.utf8Range.lowerBound))
  }

  /// Whether code in `scope`, or a function that it calls, evaluates the certificate chain of a server.
  package func isEvaluated(trust scope: ScopeID) -> Bool { TrustEvaluation.isEvaluated(in: scope, self) }
}
