#if !canImport(Darwin)
import CommandLineKit
import OmamoriDevice

/// How sure a signal has to be, as it is typed.
enum ConfidenceWord: String, CaseIterable, CommandLineValue {
  case low, medium, high

  /// The confidence as the library takes it.
  var confidence: IntegrityConfidence {
    switch self {
    case .low: .low
    case .medium: .medium
    case .high: .high
    }
  }
}
#endif
