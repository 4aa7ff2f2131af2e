public import OmamoriCore
public import OmamoriKeychain

/// How a program uses a keychain file.
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
  /// Called on a thread of the keychain's own when an anchor that does not forget by itself could not record the newest
  /// state, and again only after it could: an older copy of the file may go unnoticed meanwhile.
  public var onUnrecordedState: (@Sendable () -> Void)?
  /// The time of day, for the dates of items and slots.
  public var clock: any WallClock

  /// Makes options.
  ///
  /// - Parameters:
  ///   - accessGroups: The access groups that may be used.
  ///   - isDurable: Whether a change is on the disk when it is acknowledged.
  ///   - idleTimeout: After how long without use the keychain locks itself.
  ///   - anchors: Where the newest state is remembered outside of the file.
  ///   - onUnrecordedState: Called when an anchor could not record a state.
  ///   - clock: The time of day.
  public init(
    accessGroups: AccessGroups = AccessGroups(default: "default"),
    isDurable: Bool = true,
    idleTimeout: Duration? = nil,
    anchors: [any RollbackAnchor] = [],
    onUnrecordedState: (@Sendable () -> Void)? = nil,
    clock: any WallClock = SystemWallClock()
  ) {
    (self.accessGroups, self.isDurable, self.idleTimeout) = (accessGroups, isDurable, idleTimeout)
    (self.anchors, self.onUnrecordedState, self.clock) = (anchors, onUnrecordedState, clock)
  }
}
