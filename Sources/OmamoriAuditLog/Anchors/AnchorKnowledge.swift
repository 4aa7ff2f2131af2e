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
  /// Whether there is nothing at the place where the anchor keeps what it knows.
  ///
  /// That is right for a log that begins. Of a log that was there before somebody may have removed what was known, so it is a
  /// fault, ``AnchorFault/missing``, unless ``AuditLogSettings/acceptsMissingAnchor`` says otherwise.
  public var isMissing: Bool

  /// Says what is known.
  public init(
    checkpoint: Checkpoint? = nil, counter: UInt64? = nil, isCounterNew: Bool = false, isMissing: Bool = false
  ) {
    (self.checkpoint, self.counter) = (checkpoint, counter)
    (self.isCounterNew, self.isMissing) = (isCounterNew, isMissing)
  }
}
