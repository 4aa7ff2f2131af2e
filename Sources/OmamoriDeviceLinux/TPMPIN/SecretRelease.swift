public import OmamoriCore

/// What came of a request for a secret that is bound to a person's proof.
public enum SecretRelease: Sendable, Equatable {
  /// The proof was right, and this is the secret.
  case released(SharedSecretBytes)
  /// There is no secret, for a reason that never is success.
  case refused(AuthenticationOutcome)

  /// The outcome without the secret.
  public var outcome: AuthenticationOutcome {
    switch self {
    case .released: .success
    case .refused(let outcome): outcome == .success ? .notAvailable : outcome
    }
  }
}
