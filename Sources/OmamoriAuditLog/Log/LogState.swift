import OmamoriCore

/// What a running log is, for those who ask while it is written.
///
/// A value; safe to share between threads.
struct LogState: Sendable {
  /// The number of durable entries.
  var size: UInt64 = 0
  /// The number of durable events.
  var events: UInt64 = 0
  /// How often the disk was waited for.
  var flushes: UInt64 = 0
  /// The newest checkpoint.
  var checkpoint: Checkpoint?
  /// Why nothing is written any more.
  var failure: AuditLogError?
}
