package import OmamoriReport

/// A value that comes from somewhere a rule asked for, and the way it took.
package struct TaintedValue: Sendable, Hashable {
  /// Where it comes from.
  package var kind: TaintKind
  /// What it is called where it begins: the name of a parameter, a field, an entry.
  package var name: String
  /// How sure that is: `high` when an API of the system says so, `medium` when a name does.
  package var confidence: Confidence
  /// The way from where it begins to the expression that was asked about, for ``Finding/flow``.
  package var steps: [FindingStep]

  /// The way to `sink`, for ``Finding/flow``; empty when the value begins right there and no way is to be told.
  package func flow(to sink: FindingStep) -> [FindingStep] {
    if steps.allSatisfy({ $0.file == sink.file && $0.region.startLine == sink.region.startLine }) {
      return []
    }
    return steps.last?.region == sink.region ? steps.dropLast() + [sink] : steps + [sink]
  }
}
