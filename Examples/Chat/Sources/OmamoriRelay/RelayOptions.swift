public import OmamoriCore

/// Where a relay keeps its things, where it listens, and how much it takes.
public struct RelayOptions: Sendable {
  /// The folder of the relay's key, certificate and store; made when it is missing, and readable for its owner only.
  public var folder: String
  /// The address to listen at, such as `127.0.0.1`, `::` or `localhost`.
  public var host = "127.0.0.1"
  /// The port to listen at; the system chooses one when it is 0.
  public var port: UInt16 = 0
  /// Names and addresses for the certificate, beside `localhost`, `127.0.0.1` and `::1`.
  public var names: [String] = []
  /// How much the relay takes from whom.
  public var limits = RelayLimits()
  /// The time of day.
  public var clock: any WallClock = SystemWallClock()
  /// Hears what happens, on any thread; it must not block.
  public var log: @Sendable (RelayEvent) -> Void = { _ in }

  /// Makes options with everything else as it is by default.
  ///
  /// - Parameter folder: The folder of the relay; its parent must exist.
  public init(folder: String) { self.folder = folder }
}
