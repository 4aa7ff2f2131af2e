import OmamoriCore

/// Sends a report to a collector; a port that a session, or a test, fulfils.
///
/// The session must not be the one whose pins failed; give it a policy of its own. Safe to use from any thread.
public protocol ReportDelivery: Sendable {
  /// Sends a report.
  ///
  /// - Parameters:
  ///   - body: The report, JSON in UTF-8.
  ///   - collector: Where to.
  /// - Returns: What became of it.
  func deliver(_ body: [UInt8], to collector: ReportCollector) async -> ReportDeliveryOutcome
}
