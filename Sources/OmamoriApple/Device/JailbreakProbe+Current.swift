import Foundation
import LocalAuthentication
public import OmamoriDevice

extension JailbreakProbe {
  /// Makes a probe of the device that the app runs on.
  ///
  /// - Parameter schemes: Whether the tools' apps are there, see `SchemeAnswers.current()`; without it the apps are not
  ///   looked for in that way.
  public init(schemes: SchemeAnswers = .none) {
    self.init(FileDeviceView(host: .current), schemes: schemes)
  }
}

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

extension PasscodeProbe {
  /// Makes a probe that asks LocalAuthentication at each check.
  public init() { self.init { LAContext().obstacle(to: .deviceOwnerAuthentication) } }
}

extension IntegrityChecker {
  /// Everything that the toolkit looks for on a device with iOS: the standard probes, and those that need Apple's
  /// frameworks.
  ///
  /// - Parameters:
  ///   - schemes: Whether the tools' apps are there, see `SchemeAnswers.current()`.
  ///   - entitlements: What the app's signature allows; `nil` is reported as not available.
  ///   - expectedEntitlements: The rights that this build should have, such as `get-task-allow` while developing.
  /// - Returns: The probes.
  public static func appleProbes(
    schemes: SchemeAnswers = .none, entitlements: AppEntitlements? = .provisioned(),
    expectedEntitlements: Set<String> = []
  ) -> [any IntegrityProbe] {
    standardProbes.filter { $0.identifiers != [.screenLock] }
      + [
        JailbreakProbe(schemes: schemes), EntitlementProbe(entitlements, expected: expectedEntitlements),
        PasscodeProbe(),
      ]
  }
}

extension LAContext {
  /// Why a policy cannot be evaluated now, as the code of an `LAError`; `nil` when it can.
  ///
  /// The kind of biometry is known to the context afterwards, also when the sensor is locked out. Not to be called in the
  /// reply to a question.
  func obstacle(to policy: LAPolicy) -> Int? {
    var problem: NSError?
    // because the error is a variable of this function
    guard unsafe !canEvaluatePolicy(policy, error: &problem) else { return nil }
    // notAvailable stands for a refusal without a reason
    return problem?.code ?? -6
  }
}
