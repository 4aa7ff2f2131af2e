public import OmamoriKeychain

/// What a biometric login asks of the person.
///
/// A value; safe to share between threads.
public enum BiometricPolicy: Sendable, Hashable, CaseIterable {
  /// One of the fingers or faces that are enrolled now; enrolling another one ends the login.
  case currentBiometrics
  /// Biometrics or the device's passcode; enrolling another finger changes nothing.
  case biometricsOrPasscode

  /// The rule that the key is stored by; it stays on this device and goes with its passcode.
  public var accessControl: AccessControl {
    switch self {
    case .currentBiometrics: AccessControl(.whenPasscodeSetThisDeviceOnly, .biometryCurrentSet)
    case .biometricsOrPasscode: AccessControl(.whenPasscodeSetThisDeviceOnly, .userPresence)
    }
  }
}
