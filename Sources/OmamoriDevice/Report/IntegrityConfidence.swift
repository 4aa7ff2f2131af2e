/// How sure a detected signal is to mean what its name says.
///
/// A value; safe to share between threads.
public enum IntegrityConfidence: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// Innocent programs do it too, such as those that compile at run time. Keep it, do not act on it alone.
  case low
  /// Programs that nobody tampers with do not do it on an ordinary machine.
  case medium
  /// There is hardly another explanation.
  case high

  /// The name in reports.
  public var name: String {
    switch self {
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    }
  }

  /// Says whether `left` is less sure.
  public static func < (left: IntegrityConfidence, right: IntegrityConfidence) -> Bool {
    left.rawValue < right.rawValue
  }
}
