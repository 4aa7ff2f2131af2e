/// The time of day, which people and certificates use; a port, so that tests can set it.
///
/// It may jump when it is set. Measure durations with Swift's `Clock` instead. Safe to use from any thread.
public protocol WallClock: Sendable {
  /// The date and time now.
  var date: Date { get }
}
