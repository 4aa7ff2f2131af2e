import LocalAuthentication
public import OmamoriDevice

extension BiometryStatus {
  /// Which biometry this device has, and whether it can be used now; asked of a context of its own each time.
  ///
  /// Safe to use from any thread, but not in a reply of LocalAuthentication.
  public static var current: BiometryStatus {
    let context = LAContext()
    let code = context.obstacle(to: .deviceOwnerAuthenticationWithBiometrics)
    return BiometryStatus(localAuthenticationKind: context.biometryType.rawValue, code: code)
  }
}
