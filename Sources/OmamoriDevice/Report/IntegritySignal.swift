public import OmamoriCore

/// What one check found: a state with its evidence, never a bare yes or no.
///
/// A value; safe to share between threads.
public struct IntegritySignal: Sendable, Equatable {
  /// How the check ended.
  @nonexhaustive
  public enum State: Sendable, Equatable {
    /// There is evidence of what the signal is named after.
    case detected
    /// The check ran to its end and found nothing.
    case clean
    /// The check cannot be made here.
    case unavailable(IntegrityUnavailability)
    /// The check could be made here and failed.
    case error(DeviceError)
  }

  /// What was looked for.
  public let identifier: Identifier
  /// How it ended.
  public let state: State
  /// How sure a detection is; of no meaning in other states.
  public let confidence: IntegrityConfidence
  /// What was seen; at most ``greatestEvidence`` entries.
  public let evidence: [IntegrityEvidence]
  /// How many entries of evidence there were in all.
  public let evidenceCount: Int

  /// The most entries of evidence that a signal keeps.
  public static let greatestEvidence = 16

  /// Makes a signal.
  ///
  /// - Parameters:
  ///   - identifier: What was looked for.
  ///   - state: How it ended.
  ///   - confidence: How sure a detection is.
  ///   - evidence: What was seen; only the first ``greatestEvidence`` entries are kept.
  public init(
    _ identifier: Identifier, _ state: State, confidence: IntegrityConfidence = .low,
    evidence: [IntegrityEvidence] = []
  ) {
    (self.identifier, self.state, self.confidence) = (identifier, state, confidence)
    self.evidence = Array(evidence.prefix(Self.greatestEvidence))
    evidenceCount = evidence.count
  }

  /// Whether this is a detection of a threat with at least the given confidence; facts about the environment never are.
  public func isThreat(atLeast confidence: IntegrityConfidence = .low) -> Bool {
    state == .detected && identifier.kind == .threat && self.confidence >= confidence
  }

  /// How much attention it needs.
  public var severity: SecurityEvent.Severity {
    switch state {
    case .clean: .information
    case .unavailable: .information
    case .error: .notice
    case .detected where identifier.kind == .environment: .information
    case .detected:
      switch confidence {
      case .low: .notice
      case .medium: .warning
      case .high: .critical
      }
    }
  }
}

extension IntegritySignal {
  /// A detection when there is evidence, and clean when there is none.
  package init(
    _ identifier: Identifier, _ evidence: [IntegrityEvidence], confidence: IntegrityConfidence
  ) {
    self.init(
      identifier, evidence.isEmpty ? .clean : .detected, confidence: evidence.isEmpty ? .low : confidence,
      evidence: evidence)
  }

  /// The signal of a check that could not be made or failed.
  package init(_ identifier: Identifier, failure: DeviceError) {
    let state: State =
      switch failure {
      case .unsupported: .unavailable(.platform)
      case .process(.denied): .unavailable(.denied)
      case .process(.absent): .unavailable(.ended)
      default: .error(failure)
      }
    self.init(identifier, state)
  }
}
