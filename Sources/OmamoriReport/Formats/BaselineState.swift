/// How a finding compares with a baseline.
package enum BaselineState: String, CaseIterable, Sendable, Hashable, Codable {
  /// The baseline does not know the finding.
  case new
  /// The baseline knows the finding.
  case unchanged
}

extension ReportOptions {
  /// How `finding` compares with the baseline, or `nil` when there is none.
  package func baselineState(of finding: Finding) -> BaselineState? {
    baseline.map { $0.contains(finding.fingerprint) ? .unchanged : .new }
  }
}
