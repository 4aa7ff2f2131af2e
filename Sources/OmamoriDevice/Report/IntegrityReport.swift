public import OmamoriCore

/// What a check of a process found.
///
/// It is evidence to be weighed, kept and sent to a server, and no proof: whoever owns the machine can change the
/// process that checks itself. A value; safe to share between threads.
public struct IntegrityReport: Sendable, Equatable {
  /// Which process was looked at.
  public let subject: IntegritySubject
  /// What was found, one signal an identifier, in the order of the probes.
  public let signals: [IntegritySignal]
  /// When the check began.
  public let date: Date
  /// How long it took.
  public let took: Duration
  /// How old the notes of the start are that it compared with; `nil` when there were none.
  public let baselineAge: Duration?

  /// Makes a report.
  public init(
    subject: IntegritySubject, signals: [IntegritySignal], date: Date, took: Duration, baselineAge: Duration?
  ) {
    (self.subject, self.signals, self.date) = (subject, signals, date)
    (self.took, self.baselineAge) = (took, baselineAge)
  }

  /// The signal about `identifier`, or `nil` when no probe looked for it.
  public subscript(identifier: IntegritySignal.Identifier) -> IntegritySignal? {
    signals.first { $0.identifier == identifier }
  }

  /// The detections that speak against the process, with at least the given confidence.
  public func threats(atLeast confidence: IntegrityConfidence = .low) -> [IntegritySignal] {
    signals.filter { $0.isThreat(atLeast: confidence) }
  }

  /// The checks that gave no answer, so that nobody takes their silence for good news.
  public var unanswered: [IntegritySignal] {
    signals.filter { signal in
      switch signal.state {
      case .unavailable, .error: true
      case .detected, .clean: false
      }
    }
  }
}
