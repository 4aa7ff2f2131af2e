/// What a screen needs to know of a biometric login.
///
/// A value; safe to share between threads.
public struct BiometricLoginState: Sendable, Hashable {
  /// Whether there is a login.
  public enum Phase: Sendable, Hashable, CaseIterable {
    /// Nobody has looked yet.
    case unknown
    /// There is none.
    case disabled
    /// There is one.
    case enabled
    /// There was one until another finger or face was enrolled; it has to be enabled again.
    case invalidated
  }

  /// What is being done.
  public enum Operation: Sendable, Hashable, CaseIterable {
    /// A login is being stored.
    case enabling
    /// The person is being asked.
    case authenticating
    /// The login is being removed.
    case disabling
  }

  /// Whether there is a login.
  public internal(set) var phase = Phase.unknown
  /// What is being done; `nil` for nothing.
  public internal(set) var operation: Operation?
  /// Why the last operation did not succeed; `nil` when it did.
  public internal(set) var problem: BiometricLoginProblem?

  init() {}

  /// Whether a button for it makes sense.
  public var isEnabled: Bool { phase == .enabled }
}
