/// The operating system's time of day.
///
/// Has no state; safe to use from any thread.
public struct SystemWallClock: WallClock {
  /// Makes a clock.
  public init() {}

  /// The date and time now.
  public var date: Date { Date() }
}
