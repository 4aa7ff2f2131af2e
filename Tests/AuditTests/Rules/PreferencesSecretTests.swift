import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PreferencesSecretTests {
  @Test(arguments: [
    """
    final class AppSettings {
      private let defaults = UserDefaults.standard
      func remember(mail: String, password: String) {
        defaults.set(mail, forKey: "lastMail")
        ⟦defaults.set(password, forKey: "lastPassword")⟧
      }
      func install() { ⟦defaults.set("4917", forKey: "parentalPin")⟧ }
    }
    """,
    """
    ⟦UserDefaults.standard.setValue(response.accessToken, forKey: Keys.session)⟧
    UserDefaults.standard.synchronize()
    """,
    """
    ⟦UserDefaults(suiteName: "group.app")?.set(data, forKey: "refresh_token")⟧
    """,
    """
    ⟦UserDefaults.standard["apiKey"] = value⟧
    """,
    """
    NSUbiquitousKeyValueStore.default.register(defaults: [⟦"masterPassword": "hanami"⟧, "theme": "night"])
    """,
    """
    func save(_ field: UITextField, store: UserDefaults) {
      ⟦store.set(passwordField.text, forKey: "p")⟧
    }
    """,
  ])
  func speaks(_ source: String) { expect(PreferencesSecret.self, in: source) }

  @Test(arguments: [
    """
    UserDefaults.standard.set(true, forKey: "hasPassword")
    UserDefaults.standard.set(false, forKey: "password")
    """,
    """
    defaults.set(Date(), forKey: "tokenExpiry")
    defaults.set(nil, forKey: "accessToken")
    """,
    """
    defaults.set(encryptedToken, forKey: "token")
    """,
    """
    defaults.set(deviceToken, forKey: "pushToken")
    defaults.set(changeToken, forKey: "serverChangeToken")
    """,
    """
    func application(_ application: UIApplication, didRegister deviceToken: Data) {
      let token = deviceToken.map { String(format: "%02x", $0) }.joined()
      UserDefaults.standard.set(token, forKey: tokenKey)
      UserDefaults.standard.set(token, forKey: "deviceToken")
      UserDefaults.standard.set(end.timeIntervalSince1970, forKey: "reauthTokenExp")
    }
    """,
    """
    defaults.set(0, forKey: "pinAttempts")
    defaults.set(attempts, forKey: "passcodeFailures")
    """,
    """
    try keychain.set(password, forKey: "password")
    """,
    """
    defaults.set(compass.heading, forKey: "compassHeading")
    defaults.set(passport.isScanned, forKey: "scanned")
    """,
    """
    alert.setValue(passwordText, forKey: "attributedMessage")
    """,
  ])
  func isSilent(_ source: String) { expect(PreferencesSecret.self, in: source) }
}
