import OmamoriCore

extension AuthError {
  /// What a code of `ASAuthorizationError` means; an unknown one is a failure of the system's sheet.
  ///
  /// Source: <https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code>.
  ///
  /// - Parameter code: The code.
  package init(authorizationCode code: Int) {
    switch code {
    case 1001: self = .cancelled
    case 1002: self = .callback(.malformed)
    // Nobody is signed in on the device, or the app lacks its entitlement, for two.
    case 1000, 1003, 1005: self = .person(.notAvailable)
    case 1004: self = .person(.failed)
    default: self = .callback(.browserFailed)
    }
  }
}
