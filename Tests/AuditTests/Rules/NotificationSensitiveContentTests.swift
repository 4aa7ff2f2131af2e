import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct NotificationSensitiveContentTests {
  @Test(arguments: [
    #"""
    func notify(_ otp: String) {
      let content = UNMutableNotificationContent()
      content.title = "Moon Bank"
      ⟦content.body = "Your code is \(otp)"⟧
    }
    """#,
    #"""
    func notify(_ account: Account, _ content: UNMutableNotificationContent) {
      ⟦content.subtitle = "You have \(account.accountBalance) yen"⟧
    }
    """#,
    #"""
    func remind(code: String, balance: Int) {
      let content = UNMutableNotificationContent()
      ⟦content.body = "確認コード \(code)、ポイント残高 \(balance)"⟧
    }
    """#,
    """
    let note = UILocalNotification()
    note.fireDate = Date()
    ⟦note.alertBody = "Card " + cardNumber⟧
    """,
    """
    override func didReceive(_ request: UNNotificationRequest) {
      guard let best = request.content.mutableCopy() as? UNMutableNotificationContent else { return }
      ⟦best.body = decrypted.recoveryCode⟧
    }
    """,
  ])
  func speaks(_ source: String) { expect(NotificationSensitiveContent.self, in: source, severity: .low) }

  @Test(arguments: [
    """
    let content = UNMutableNotificationContent()
    content.body = "Your sign-in code has arrived."
    """,
    #"""
    let content = UNMutableNotificationContent()
    content.body = "\(attempts) attempts for \(user.passwordHint)"
    """#,
    #"""
    let content = UNMutableNotificationContent()
    content.body = "Parcel \(code) has arrived, error code \(count)"
    """#,
    // The preview is hidden until the device is unlocked.
    #"""
    let category = UNNotificationCategory(
      identifier: "code", actions: [], intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: "A code", options: [])
    let content = UNMutableNotificationContent()
    content.body = "Your code is \(otp)"
    """#,
    // Another kind of body.
    "var message = Message()\nmessage.body = otp\nlet content = UNMutableNotificationContent()",
  ])
  func isSilent(_ source: String) { expect(NotificationSensitiveContent.self, in: source) }
}
