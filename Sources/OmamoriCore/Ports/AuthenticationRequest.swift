/// What an ``Authenticator`` asks a person for.
///
/// A value; safe to share between threads.
public struct AuthenticationRequest: Sendable, Hashable {
  /// The ways in which a person may answer.
  public enum Policy: Sendable, Hashable, CaseIterable {
    /// Fingerprint, face or the like, and nothing else.
    case biometrics
    /// Biometrics, or the device's passcode in their place.
    case biometricsOrPasscode
  }

  /// Why the person is asked, in the person's words: the operation, not the technique.
  public let reason: LocalizedText
  /// The ways in which the person may answer.
  public let policy: Policy

  /// Makes a request.
  public init(reason: LocalizedText, policy: Policy) { (self.reason, self.policy) = (reason, policy) }
}
