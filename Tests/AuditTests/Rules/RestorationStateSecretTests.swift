import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct RestorationStateSecretTests {
  @Test(arguments: [
    """
    override func encodeRestorableState(with coder: NSCoder) {
      super.encodeRestorableState(with: coder)
      ⟦coder.encode(pin, forKey: "entered")⟧
    }
    """,
    """
    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
      let activity = NSUserActivity(activityType: "edit")
      activity.addUserInfoEntries(from: [⟦"cardNumber": cardField.text ?? ""⟧, "page": page])
      return activity
    }
    """,
    """
    override func updateUserActivityState(_ activity: NSUserActivity) {
      ⟦activity.userInfo?["session"] = accessToken⟧
    }
    """,
    """
    func application(_ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder) -> Bool {
      ⟦coder.encode(Session.current.accessToken, forKey: "token")⟧
      return true
    }
    """,
  ])
  func speaks(_ source: String) { expect(RestorationStateSecret.self, in: source, confidence: .medium) }

  @Test(arguments: [
    """
    override func encodeRestorableState(with coder: NSCoder) { coder.encode(pageNumber, forKey: "page") }
    """,
    // An archive of the app's own making.
    "func encode(with coder: NSCoder) { coder.encode(password, forKey: \"password\") }",
    """
    override func encodeRestorableState(with coder: NSCoder) { coder.encode(passwordField.isHidden, forKey: "hidden") }
    """,
    """
    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
      activity.userInfo = ["note": note.id]
      return activity
    }
    """,
  ])
  func isSilent(_ source: String) { expect(RestorationStateSecret.self, in: source) }
}
