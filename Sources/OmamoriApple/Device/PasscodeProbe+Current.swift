import LocalAuthentication
public import OmamoriDevice

extension PasscodeProbe {
  /// Makes a probe that asks LocalAuthentication at each check.
  public init() { self.init { LAContext().obstacle(to: .deviceOwnerAuthentication) } }
}
