/// A place outside of the log that remembers how far the log was, so that putting the log back to an older state, or
/// writing another history, is noticed.
///
/// It is worth as much as it is out of reach of whoever can change the log. Safe to use from any thread.
public protocol LogAnchor: Sendable {
  /// What the anchor knows of a log.
  ///
  /// - Parameter log: The log.
  /// - Returns: What it knows; nothing of a log that it never saw.
  /// - Throws: ``AuditLogError/anchor(_:)`` with ``AnchorFault/unreachable`` when it cannot say.
  func knowledge(of log: LogKey) async throws(AuditLogError) -> AnchorKnowledge

  /// Remembers a checkpoint.
  ///
  /// - Parameters:
  ///   - checkpoint: The checkpoint, whose bytes are on the disk.
  ///   - previous: What the anchor knew and the log was compared with; it refuses when it knows something else.
  /// - Throws: ``AuditLogError/anchor(_:)`` with ``AnchorFault/rolledBack``, ``AnchorFault/mismatch`` or
  ///   ``AnchorFault/unreachable``.
  func remember(_ checkpoint: Checkpoint, after previous: Checkpoint?) async throws(AuditLogError)
}
