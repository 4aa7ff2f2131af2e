import Foundation

enum EntitlementKey {
  static let pro = "shop.pro"
  static let bannerDismissed = "shop.proBannerDismissed"
}

protocol EntitlementSource {
  var defaults: UserDefaults { get }
}

extension EntitlementSource {
  var hasPro: Bool {
    defaults.bool(forKey: EntitlementKey.pro) // weak: receipt file
  }

  var showsProBanner: Bool {
    !defaults.bool(forKey: EntitlementKey.bannerDismissed) // safe: receipt
  }
}
