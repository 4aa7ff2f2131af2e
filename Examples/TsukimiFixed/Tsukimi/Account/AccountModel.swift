import Foundation
import StoreKit
import WebKit
import os

/// Who is using the app, and what they may do.
@MainActor
final class AccountModel: ObservableObject {
  @Published private(set) var isSignedIn = false
  @Published private(set) var isSupporter = false
  @Published private(set) var displayName = ""
  @Published var failure: String?

  private let logger = Logger(subsystem: "example.tsukimi.app", category: "account")
  private let webSignIn = WebSignIn()

  func signIn(mail: String, password: String) async {
    do {
      finishSignIn(try await APIClient.shared.signIn(mail: mail, password: password))
    } catch {
      report(error)
    }
  }

  func signInOnWeb() async {
    do {
      finishSignIn(try await webSignIn.start())
    } catch {
      report(error)
    }
  }

  private func finishSignIn(_ claims: VerifiedClaims) {
    displayName = claims.name
    isSignedIn = true
    logger.info("Signed in")
  }

  // 応援プラン（買い切り）を持っているか。App Store の署名を確かめた購入だけを数える。
  func refreshSupporter() async {
    var owns = false
    for await result in Transaction.currentEntitlements {
      guard case .verified(let purchase) = result, purchase.revocationDate == nil else { continue }
      if purchase.productID == "example.tsukimi.supporter" { owns = true }
    }
    isSupporter = owns
  }

  /// Leaves nothing of the account on the device.
  func signOut() async {
    do {
      try await APIClient.shared.signOut()
    } catch {
      report(error)
    }
    do {
      for item in KeychainStore.Item.allCases { try KeychainStore.shared.delete(item) }
    } catch {
      report(error)
    }
    let store = WKWebsiteDataStore.default()
    await store.removeData(ofTypes: WKWebsiteDataStore.allWebsiteDataTypes(), modifiedSince: .distantPast)
    HTTPCookieStorage.shared.removeCookies(since: .distantPast)
    URLCache.shared.removeAllCachedResponses()
    JournalSession.shared.lock()
    displayName = ""
    isSignedIn = false
  }

  private func report(_ error: any Error) {
    logger.error("Account: \(error.localizedDescription, privacy: .private)")
    failure = "うまくいきませんでした。通信環境を確かめて、もう一度お試しください。"
  }
}
