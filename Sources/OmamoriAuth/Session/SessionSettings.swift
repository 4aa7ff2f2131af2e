/// How early tokens are replaced, and how long anything is waited for.
public struct SessionSettings: Sendable, Hashable {
  /// How long before its expiry a token is not given out any more if a new one is to be had; 60 seconds, at most 300.
  public private(set) var leeway: Duration
  /// How long another process may hold the session before a caller gives up.
  public var lockLimit: Duration = .seconds(45)
  /// How long a logout waits for the server to take the tokens back.
  public var logoutLimit: Duration = .seconds(10)
  /// After which time the store is read again, to notice what other processes did.
  public var rereadInterval: Duration = .seconds(2)
  /// The pause after the first failure; it doubles with each further one.
  public var firstPause: Duration = .seconds(1)
  /// The longest pause, also when the server asks for more than that.
  public var longestPause: Duration = .seconds(300)

  /// The settings that a session has unless it says otherwise.
  public init() { leeway = .seconds(60) }

  /// Makes settings with another leeway.
  ///
  /// - Parameter leeway: How long before its expiry a token is not given out any more, 0 to 300 seconds.
  /// - Throws: ``AuthError/configuration(_:)`` with ``ConfigurationFault/leeway``.
  public init(leeway: Duration) throws(AuthError) {
    guard (.zero ... .seconds(300)).contains(leeway) else { throw .configuration(.leeway) }
    self.leeway = leeway
  }

  /// The pause after a number of failures in a row, a half to all of it by chance, so that clients do not come together.
  func pause(after failures: Int, asked: Duration?, chance: Double) -> Duration {
    let doubled = firstPause * (1 << min(max(failures - 1, 0), 16))
    let pause = min(doubled, longestPause)
    return max(pause * (0.5 + 0.5 * min(max(chance, 0), 1)), min(asked ?? .zero, longestPause))
  }
}
