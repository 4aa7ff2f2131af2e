import OmamoriCore

extension AuthenticationOutcome {
  /// What the keychain says when a person was asked and the request ended like this; `nil` for a success.
  package var refusal: KeychainError? {
    switch self {
    case .success: nil
    case .failed, .fallback: .denied
    case .cancelled, .systemCancelled: .cancelled
    case .lockout: .lockedOut(seconds: nil)
    case .invalidated: .invalidated
    case .notEnrolled, .notAvailable, .passcodeNotSet: .unavailable(.authenticator)
    }
  }
}
