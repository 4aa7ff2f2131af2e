#if !canImport(Darwin)
public import OmamoriCore

/// How a program uses a keychain file.
///
/// A value; safe to share between threads.
public struct KeychainFileOptions: Sendable {
  /// The access groups that may be used; only `default` unless told otherwise.
  public var accessGroups: AccessGroups
  /// Whether a change is on the disk when it is acknowledged; otherwise a power failure may undo the last changes, and
  /// never more than that.
  public var isDurable: Bool
  /// After how long without use the keychain locks itself; `nil` for never.
  public var idleTimeout: Duration?
  /// Where the newest state is remembered outside of the file.
  public var anchors: [any RollbackAnchor]
  /// The time of day, for the dates of items and slots.
  public var clock: any WallClock

  /// Makes options.
  ///
  /// - Parameters:
  ///   - accessGroups: The access groups that may be used.
  ///   - isDurable: Whether a change is on the disk when it is acknowledged.
  ///   - idleTimeout: After how long without use the keychain locks itself.
  ///   - anchors: Where the newest state is remembered outside of the file.
  ///   - clock: The time of day.
  public init(
    accessGroups: AccessGroups = AccessGroups(default: "default"),
    isDurable: Bool = true,
    idleTimeout: Duration? = nil,
    anchors: [any RollbackAnchor] = [],
    clock: any WallClock = SystemWallClock()
  ) {
    (self.accessGroups, self.isDurable, self.idleTimeout) = (accessGroups, isDurable, idleTimeout)
    (self.anchors, self.clock) = (anchors, clock)
  }
}
#endif
