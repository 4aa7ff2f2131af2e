public import OmamoriDevice

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
