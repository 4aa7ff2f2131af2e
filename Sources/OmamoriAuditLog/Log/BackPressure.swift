/// What becomes of an event when more come than the disk takes.
///
/// What the sink for other modules gets never waits, whatever is chosen. A value; safe to share between threads.
public enum BackPressure: Sendable, Hashable, CaseIterable {
  /// Appending waits until there is room.
  case wait
  /// The newest events are dropped with ``LogStorageFault/overloaded``, and how many is recorded as soon as there is room.
  case dropNewest
  /// Appending fails with ``LogStorageFault/overloaded``, and the caller decides.
  case refuse
}
