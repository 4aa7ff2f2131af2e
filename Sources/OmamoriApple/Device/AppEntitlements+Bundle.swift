public import Foundation
public import OmamoriDevice

extension AppEntitlements {
  /// Reads the rights in the provisioning profile beside the app; apps from the store have none.
  ///
  /// - Parameter bundle: The app's bundle.
  /// - Returns: The rights; `nil` when there is no profile or it cannot be read.
  public static func provisioned(in bundle: Bundle = .main) -> AppEntitlements? {
    guard let profile = bundle.url(forResource: "embedded", withExtension: "mobileprovision"),
      // because a profile that cannot be read tells nothing, which is what the absence of rights says
      let bytes = try? Data(contentsOf: profile)
    else { return nil }
    return AppEntitlements(provisioningProfile: bytes)
  }
}
