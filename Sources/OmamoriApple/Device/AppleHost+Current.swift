package import OmamoriDevice

#if os(iOS) || os(visionOS)
import Foundation
#endif

extension AppleHost {
  /// What the app runs on.
  package static var current: AppleHost {
    #if targetEnvironment(simulator)
    return .simulator
    #elseif os(iOS) || os(visionOS)
    let process = ProcessInfo.processInfo
    return process.isiOSAppOnMac || process.isMacCatalystApp ? .mac : .device
    #else
    return .mac
    #endif
  }
}
