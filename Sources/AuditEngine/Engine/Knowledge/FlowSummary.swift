/// What a function does with values, for those who call it from other files.
package struct FlowSummary: Sendable, Hashable {
  /// The places of the parameters that come back in its result.
  package var passes: Set<Int> = []
  /// What its result carries from outside, whatever is passed.
  package var source: TaintedValue?
  /// Whether it evaluates the certificate chain of a server.
  package var evaluatesTrust = false

  /// Whether there is nothing to say.
  package var isEmpty: Bool { passes.isEmpty && source == nil && !evaluatesTrust }
}
