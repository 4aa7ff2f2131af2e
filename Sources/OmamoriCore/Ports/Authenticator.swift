/// Asks the person at the device to prove who they are; a port that a platform, a PAM service or a test fulfils.
///
/// An outcome is never an error to be ignored: every one but ``AuthenticationOutcome/success`` refuses. Safe to use
/// from any thread.
public protocol Authenticator: Sendable {
  /// What a success is worth.
  var kind: AuthenticatorKind { get }

  /// Asks the person and waits for the outcome.
  ///
  /// - Parameter request: What to show and which ways are allowed.
  /// - Returns: The outcome; cancelling the task gives ``AuthenticationOutcome/systemCancelled``.
  func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome

  /// What stands for the fingerprints or faces that are enrolled now, so that others can be told from them.
  ///
  /// - Returns: Bytes that change with what is enrolled and mean nothing else; `nil` when the platform does not say.
  func enrolmentState() async -> Data?
}

extension Authenticator {
  /// Says nothing; what is bound to a certain enrolment cannot be used then.
  ///
  /// - Returns: `nil`.
  public func enrolmentState() async -> Data? { nil }
}
