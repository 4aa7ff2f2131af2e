import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct AuthStateInPreferencesTests {
  @Test(arguments: [
    """
    var isLoggedIn: Bool {
      get { ⟦defaults.bool(forKey: "isLoggedIn")⟧ }
      set { defaults.set(newValue, forKey: "isLoggedIn") }
    }
    """,
    """
    var canManage: Bool { ⟦UserDefaults.standard.string(forKey: "role")⟧ == "admin" }
    """,
    """
    struct Shop: View {
      ⟦@AppStorage("isPremiumUser") private var premium = false⟧
    }
    """,
    """
    enum Keys { static let admin = "user_is_admin" }
    func show() {
      if (⟦UserDefaults(suiteName: "group.x")?.object(forKey: Keys.admin)⟧ as? Bool) ?? false { open() }
    }
    """,
    """
    if ⟦NSUserDefaults.standardUserDefaults().bool(forKey: "com.example.isSubscribed")⟧ { hideAds() }
    """,
  ])
  func speaks(_ source: String) { expect(AuthStateInPreferences.self, in: source) }

  @Test(arguments: [
    """
    @AppStorage("hasSeenOnboarding") var seen = false
    """,
    """
    let theme = UserDefaults.standard.string(forKey: "theme")
    """,
    """
    UserDefaults.standard.set(true, forKey: "isLoggedIn")
    """,
    """
    let unlocked = UserDefaults.standard.integer(forKey: "unlockedLevels")
    """,
    """
    let role = json.string(forKey: "role")
    """,
  ])
  func isSilent(_ source: String) { expect(AuthStateInPreferences.self, in: source) }
}
