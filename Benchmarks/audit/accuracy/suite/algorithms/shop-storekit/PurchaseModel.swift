import Foundation
import StoreKit
import SwiftUI

@MainActor
final class PurchaseModel: ObservableObject, EntitlementSource {
  @Published private(set) var filters: [String] = ["mono", "sepia"]
  @Published private(set) var isSubscribed = false
  let defaults = UserDefaults.standard

  func loadFilters() {
    if hasPro { filters += ["aurora", "grain", "duotone"] }
  }

  func restoreLegacyUnlock() {
    guard let receipt = Bundle.main.appStoreReceiptURL else { return }
    if FileManager.default.fileExists(atPath: receipt.path) { // weak: receipt direct
      filters.append("legacy-pack")
    }
  }

  func refreshIfNeeded() async {
    let path = Bundle.main.appStoreReceiptURL?.path ?? ""
    if !FileManager.default.fileExists(atPath: path) { // safe: receipt
      try? await AppStore.sync()
    }
  }

  func loadSubscription() async {
    for await entitlement in Transaction.currentEntitlements {
      guard case .verified(let transaction) = entitlement, transaction.revocationDate == nil else { continue } // safe: receipt
      isSubscribed = transaction.productID == "shop.subscription"
    }
  }

  func loadStickers() -> [String] {
    let owned = receiptBytes()
    return owned.isEmpty ? ["basic"] : ["basic", "animals", "space"] // weak: receipt helper
  }

  private func receiptBytes() -> Data {
    Bundle.main.appStoreReceiptURL.flatMap { try? Data(contentsOf: $0) } ?? Data()
  }

  func dismissBanner() {
    defaults.set(true, forKey: EntitlementKey.bannerDismissed)
  }
}
