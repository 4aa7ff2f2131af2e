/// What the other side said of a batch that it has.
///
/// A value; safe to share between threads.
public struct DeliveryReceipt: Sendable, Hashable {
  /// The state of the log that the collector knows now, as a signed note; `nil` when it does not say.
  public let checkpoint: [UInt8]?

  /// Makes a receipt.
  public init(checkpoint: [UInt8]? = nil) { self.checkpoint = checkpoint }
}
