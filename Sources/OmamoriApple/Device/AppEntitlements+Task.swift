#if !os(iOS) && !os(visionOS)
public import OmamoriDevice
import Security

extension AppEntitlements {
  /// Reads the rights that the system gives this process; for a Mac, since iOS does not tell them.
  ///
  /// - Returns: The rights; `nil` when the system does not tell.
  public static func ofThisProcess() -> AppEntitlements? {
    guard let task = SecTaskCreateFromSelf(nil) else { return nil }
    let granted = weakening.filter { name in
      SecTaskCopyValueForEntitlement(task, name as CFString, nil) as? Bool == true
    }
    return AppEntitlements(granted: Set(granted))
  }
}
#endif
