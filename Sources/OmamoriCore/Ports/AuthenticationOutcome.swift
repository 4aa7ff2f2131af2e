/// How an ``Authenticator``'s request ended.
///
/// Only ``success`` admits; all others refuse for different reasons. A value; safe to share between threads.
public enum AuthenticationOutcome: Sendable, Hashable, CaseIterable {
  /// The person proved who they are.
  case success
  /// The proof was wrong.
  case failed
  /// The person cancelled.
  case cancelled
  /// The person asked for another way, which is for the caller to offer.
  case fallback
  /// Too many wrong proofs; the passcode is needed to go on.
  case lockout
  /// No fingerprint or face is enrolled.
  case notEnrolled
  /// The device cannot do it, or the service is out of reach.
  case notAvailable
  /// The enrolled fingerprints or faces are others than when the key was made.
  case invalidated
  /// The system or the caller's task ended the request.
  case systemCancelled
  /// The device has no passcode.
  case passcodeNotSet

  /// Whether the request may go on; `true` for ``success`` alone.
  public var admits: Bool { self == .success }
}
