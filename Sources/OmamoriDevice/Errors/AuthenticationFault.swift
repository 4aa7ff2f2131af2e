/// Why a way to ask the person cannot be set up.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum AuthenticationFault: Sendable, Hashable {
  /// The name of the service is not one.
  case invalidService
  /// The name of the user is not one, or the process has no user.
  case invalidUser
  /// The folder with the services is not there, or others may write to it.
  case invalidFolder
  /// The PIN is empty or too long.
  case invalidPIN
  /// The secret is empty or too long to be sealed.
  case invalidSecret
  /// The bytes are no sealed secret.
  case invalidSealedSecret
  /// Nothing is enrolled.
  case notEnrolled
  /// The proof was wrong.
  case rejected
  /// Too many wrong proofs.
  case lockout
  /// The service cannot be reached.
  case notAvailable
}
