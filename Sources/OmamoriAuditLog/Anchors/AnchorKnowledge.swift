/// What an anchor knows of a log.
///
/// A value; safe to share between threads.
public struct AnchorKnowledge: Sendable, Hashable {
  /// The newest checkpoint that it remembers.
  public var checkpoint: Checkpoint?
  /// What its counter stands at, for an anchor that counts.
  public var counter: UInt64?

  /// Says what is known.
  public init(checkpoint: Checkpoint? = nil, counter: UInt64? = nil) {
    (self.checkpoint, self.counter) = (checkpoint, counter)
  }
}
