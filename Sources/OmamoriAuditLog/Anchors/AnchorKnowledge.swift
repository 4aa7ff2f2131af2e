/// What an anchor knows of a log.
///
/// A value; safe to share between threads.
public struct AnchorKnowledge: Sendable, Hashable {
  /// The newest checkpoint that it remembers.
  public var checkpoint: Checkpoint?
  /// What its counter stands at, for an anchor that counts.
  public var counter: UInt64?
  /// Whether the counter was made just now, so that the log cannot have its number yet.
  public var isCounterNew: Bool

  /// Says what is known.
  public init(checkpoint: Checkpoint? = nil, counter: UInt64? = nil, isCounterNew: Bool = false) {
    (self.checkpoint, self.counter, self.isCounterNew) = (checkpoint, counter, isCounterNew)
  }
}
