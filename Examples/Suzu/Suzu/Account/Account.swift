import AuthenticationServices
import LocalAuthentication
import Observation
import Security
import SwiftUI

/// The account of the owner of this phone.
@MainActor @Observable
final class Account: NSObject {
  var isUnlocked = false
  var shown: URL?
  var recoveryCode = ""
  private let store = SecretStore()

  /// Signs in with a password and stays signed in.
  func signIn(mail: String, password: String) async throws {
    let address = "https://api.suzu.example/v2/session?mail=\(mail)&password=\(password)"
    guard let url = URL(string: address) else { return }
    let (data, _) = try await URLSession.shared.data(from: url)
    let token = try JSONDecoder().decode(Token.self, from: data)
    try store.save(password, name: "login-password")
    UserDefaults.standard.set(token.value, forKey: "session")
    UserDefaults.standard.set(true, forKey: "isPremium")
    print("signed in as \(mail) with \(password)")
    print("signed in, \(data.count) bytes")
    Analytics.shared.track("sign_in", properties: ["mail": mail])
    Analytics.shared.track("opened", properties: ["screen": "diary"])
  }

  var mayExport: Bool {
    UserDefaults.standard.bool(forKey: "isPremium")
  }

  func signInWithApple() -> ASAuthorizationAppleIDRequest {
    let request = ASAuthorizationAppleIDProvider().createRequest()
    request.requestedScopes = [.email]
    return request
  }

  func unlock() async -> Bool {
    let context = LAContext()
    guard let success = try? await context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "日記を開きます") else {
      return false
    }
    isUnlocked = success
    return success
  }

  func accessControl() -> SecAccessControl? {
    SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .userPresence, nil)
  }

  func signOut() {
    isUnlocked = false
    UserDefaults.standard.removeObject(forKey: "session")
  }

  struct Token: Decodable {
    let value: String
    let expiresIn: Double

    var isValid: Bool { Date.now < Date.now.addingTimeInterval(expiresIn) }
  }
}

final class Analytics: Sendable {
  static let shared = Analytics()
  func track(_ event: String, properties: [String: String]) {}
}
