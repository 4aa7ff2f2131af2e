#if !canImport(Darwin)
import CPAM
import OmamoriCore

extension AuthenticationOutcome {
  /// What a code of PAM's means for the caller; whatever is not known refuses.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - sawLockout: Whether a module told of too many wrong tries; the code alone is that of a wrong password.
  init(pam code: Int32, sawLockout: Bool) {
    self =
      switch code {
      case PAM_SUCCESS: .success
      case PAM_MAXTRIES: .lockout
      case PAM_AUTH_ERR, PAM_PERM_DENIED, PAM_CRED_INSUFFICIENT: sawLockout ? .lockout : .failed
      case PAM_USER_UNKNOWN: .notEnrolled
      // The password has run out: there is none that counts until a new one is set.
      case PAM_NEW_AUTHTOK_REQD, PAM_AUTHTOK_EXPIRED, PAM_CRED_EXPIRED: .passcodeNotSet
      default: .notAvailable
      }
  }
}
#endif
