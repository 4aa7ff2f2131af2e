/// How records are handed on.
///
/// A value; safe to share between threads.
public struct DeliverySettings: Sendable, Hashable {
  /// The most entries in a batch; at least 1.
  public var batchCount = 500
  /// How long to wait after the first failure, from a millisecond; each further one doubles it.
  public var firstPause = Duration.seconds(1)
  /// The longest wait between two attempts, also when the collector asks for a longer one; at most a year.
  public var longestPause = Duration.seconds(300)

  /// Takes the defaults.
  public init() {}
}
