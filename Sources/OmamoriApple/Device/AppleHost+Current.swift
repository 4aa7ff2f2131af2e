public import OmamoriDevice

#if os(iOS) || os(visionOS)
import Foundation
#endif

#if targetEnvironment(simulator)
extension AppleHost {
  /// What the app runs on: the simulator, which it was built for.
  public static var current: AppleHost { .simulator }
}
#elseif os(iOS) || os(visionOS)
extension AppleHost {
  /// What the app runs on.
  public static var current: AppleHost {
    let process = ProcessInfo.processInfo
    return process.isiOSAppOnMac || process.isMacCatalystApp ? .mac : .device
  }
}
#else
extension AppleHost {
  /// What the app runs on: a Mac, which it was built for.
  public static var current: AppleHost { .mac }
}
#endif
