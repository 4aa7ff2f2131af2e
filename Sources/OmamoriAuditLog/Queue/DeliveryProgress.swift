public import OmamoriCore

/// How far a log was handed on.
///
/// A value; safe to share between threads.
public struct DeliveryProgress: Sendable, Hashable {
  /// The first entry that was not acknowledged.
  public let acknowledged: UInt64
  /// The number of entries that wait.
  public let waiting: UInt64
  /// The number of records that were set aside, since the collector refuses them.
  public let isolated: UInt64
  /// Why the last attempt failed; `nil` when it did not.
  public let problem: DeliveryProblem?
  /// What is wrong with what the collector says that it knows; `nil` when it agrees with the log.
  public let contradiction: AnchorFault?
}
