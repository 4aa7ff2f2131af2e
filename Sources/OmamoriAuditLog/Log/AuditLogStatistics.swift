/// What a log wrote since it was opened.
///
/// A value; safe to share between threads.
public struct AuditLogStatistics: Sendable, Equatable {
  /// The number of entries of the whole log: events, heartbeats, checkpoints and headers of segments.
  public let size: UInt64
  /// The number of events since it was opened.
  public let events: UInt64
  /// How often the disk was waited for since it was opened.
  public let flushes: UInt64
  /// The newest checkpoint since it was opened.
  public let checkpoint: Checkpoint?
  /// Why nothing is written any more.
  public let failure: AuditLogError?

  init(_ state: LogState) {
    (size, events, flushes) = (state.size, state.events, state.flushes)
    (checkpoint, failure) = (state.checkpoint, state.failure)
  }
}
