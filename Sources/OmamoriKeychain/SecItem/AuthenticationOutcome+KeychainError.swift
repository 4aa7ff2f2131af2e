import OmamoriCore

extension AuthenticationOutcome {
  /// What an item answers when asking the person ended so; `nil` for a success.
  package var keychainError: KeychainError? {
    switch self {
    case .success: nil
    case .failed, .fallback, .notEnrolled, .notAvailable, .passcodeNotSet: .denied
    case .cancelled, .systemCancelled: .cancelled
    case .lockout: .lockedOut(seconds: nil)
    case .invalidated: .invalidated
    }
  }
}
