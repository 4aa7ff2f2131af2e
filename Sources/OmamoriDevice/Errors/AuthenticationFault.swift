/// Why a way to ask the person cannot be set up.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum AuthenticationFault: Sendable, Hashable {
  /// The name of the service is not one.
  case invalidService
  /// Nothing is enrolled.
  case notEnrolled
  /// The proof was wrong.
  case rejected
  /// Too many wrong proofs.
  case lockout
  /// The service cannot be reached.
  case notAvailable
}
