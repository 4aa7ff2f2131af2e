/// How sure a rule is of a finding.
package enum Confidence: String, CaseIterable, Sendable, Hashable, Codable, Comparable {
  /// A heuristic: somebody has to look.
  case low
  /// One part of the pattern rests on a name or on a summary of a function.
  case medium
  /// Every part of the pattern was resolved: constant value, sink and source.
  case high

  private var rank: Int {
    switch self {
    case .low: 0
    case .medium: 1
    case .high: 2
    }
  }

  /// Orders confidences from doubtful to certain.
  package static func < (left: Confidence, right: Confidence) -> Bool { left.rank < right.rank }
}
