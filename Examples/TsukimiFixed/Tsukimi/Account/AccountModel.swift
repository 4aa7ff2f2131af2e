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

  func resume() async {
    do {
      finishSignIn(try await APIClient.shared.resume())
    } catch APIError.signedOut {
      isSignedIn = false
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

  // 送金の準備。鍵を作り、この端末のアプリであることを Apple に証明してもらう。
  func preparePayments() async {
    do {
      let challenge = try await APIClient.shared.send("payments/challenge", body: [String: String]())
      let statement = try await AppAttestation().enrol(challenge: challenge)
      let publicKey = try PaymentService().enrol()
      _ = try await APIClient.shared.send(
        "payments/device", body: ["statement": statement, "key": publicKey])
    } catch {
      report(error)
    }
  }

  /// Leaves nothing of the account on the device.
  func signOut() async {
    do {
      try await APIClient.shared.signOut()
    } catch {
      report(error)
    }
    JournalSession.shared.lock()
    for item in KeychainStore.Item.allCases {
      do { try KeychainStore.shared.delete(item) } catch { report(error) }
    }
    for folder in ProtectedFolder.Name.allCases {
      do { try ProtectedFolder.remove(folder) } catch { report(error) }
    }
    let store = WKWebsiteDataStore.default()
    await store.removeData(ofTypes: WKWebsiteDataStore.allWebsiteDataTypes(), modifiedSince: .distantPast)
    HTTPCookieStorage.shared.removeCookies(since: .distantPast)
    URLCache.shared.removeAllCachedResponses()
    displayName = ""
    isSignedIn = false
  }

  private func report(_ error: any Error) {
    logger.error("Account: \(error.localizedDescription, privacy: .private)")
    failure = "うまくいきませんでした。通信環境を確かめて、もう一度お試しください。"
  }
}
