public import OmamoriCore

/// When to ask a server again whether a person has approved a device (RFC 8628 §3.5), as a machine.
///
/// A value; safe to share between threads.
public struct DevicePolling: Sendable {
  /// The longest pause between two questions.
  public static let greatestInterval = Duration.seconds(300)

  /// What is to be done.
  @nonexhaustive
  public enum Action: Sendable, Equatable {
    /// Wait, then ask.
    case ask(after: Duration)
    /// Nothing more: it has failed.
    case fail(AuthError)
  }

  private let expiry: Date
  /// The pause before the next question.
  public private(set) var interval: Duration

  /// Begins to ask.
  ///
  /// - Parameters:
  ///   - interval: The pause that the server asks for.
  ///   - expiry: Until when it is of use to ask.
  public init(interval: Duration, expiry: Date) { (self.interval, self.expiry) = (interval, expiry) }

  /// What to do first.
  ///
  /// - Parameter now: The time.
  /// - Returns: What is to be done.
  public func begin(at now: Date) -> Action { next(now) }

  /// Takes a refusal.
  ///
  /// - Parameters:
  ///   - error: What the question gave.
  ///   - now: The time.
  /// - Returns: What is to be done.
  public mutating func handle(_ error: AuthError, at now: Date) -> Action {
    switch error {
    case .server(.authorizationPending, _): return next(now)
    case .server(.slowDown, _):
      interval = min(interval + .seconds(5), Self.greatestInterval)
      return next(now)
    case .server(.expiredToken, _): return .fail(.timedOut)
    default: break
    }
    guard error.refreshFailure == .transient, error != .cancelled else { return .fail(error) }
    // A connection that failed: twice the pause (§3.5).
    interval = min(interval * 2, Self.greatestInterval)
    return next(now)
  }

  private func next(_ now: Date) -> Action {
    now + Double(interval.components.seconds) < expiry ? .ask(after: interval) : .fail(.timedOut)
  }
}
