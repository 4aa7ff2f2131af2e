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

extension AuthenticationOutcome {
  /// Reads the code of an `LAError`.
  ///
  /// Source: <https://developer.apple.com/documentation/localauthentication/laerror-swift.struct/code>.
  package init(localAuthenticationCode code: Int) {
    self =
      switch code {
      case -1: .failed  // authenticationFailed
      case -2: .cancelled  // userCancel
      case -3: .fallback  // userFallback
      case -4, -9, -10: .systemCancelled  // systemCancel, appCancel, invalidContext
      case -5: .passcodeNotSet
      case -7: .notEnrolled  // biometryNotEnrolled
      case -8: .lockout  // biometryLockout
      // biometryNotAvailable, companionNotAvailable, biometryNotPaired, biometryDisconnected, invalidDimensions,
      // notInteractive
      case -6, -11, -12, -13, -14, -1004: .notAvailable
      default: .notAvailable  // a code that came later
      }
  }
}
