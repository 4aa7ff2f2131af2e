/// What became of a report that was sent.
///
/// A value; safe to share between threads.
public enum ReportDeliveryOutcome: Sendable, Hashable, CaseIterable {
  /// The collector has it.
  case delivered
  /// The collector does not want it, and never will; it is not sent again.
  case rejected
  /// It did not get there; it is sent again later.
  case failed
}
