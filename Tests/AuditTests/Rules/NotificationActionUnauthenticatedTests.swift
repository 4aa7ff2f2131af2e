import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct NotificationActionUnauthenticatedTests {
  @Test(arguments: [
    "let a = ⟦UNNotificationAction(identifier: \"APPROVE_LOGIN\", title: \"Approve\", options: [])⟧",
    "let a = ⟦UNNotificationAction(identifier: \"jp.example.PAY\", title: \"Pay now\")⟧",
    "let a = ⟦UNNotificationAction(identifier: Action.unlockDoor.rawValue, title: \"Open\", options: [])⟧",
    "let a = ⟦UNNotificationAction(identifier: \"wipe-device\", title: \"Wipe\", options: [.destructive])⟧",
    "let a = ⟦UNNotificationAction(identifier: ids.first, title: \"Approve\", options: .destructive)⟧",
    """
    let options: UNNotificationActionOptions = []
    let a = ⟦UNNotificationAction(identifier: "confirm_transfer", title: text, options: options)⟧
    """,
    """
    let a = ⟦UNNotificationAction(
      identifier: "YES", title: NSLocalizedString("Approve payment", comment: ""), options: [])⟧
    """,
  ])
  func speaks(_ source: String) {
    expect(NotificationActionUnauthenticated.self, in: source, severity: .medium)
  }

  @Test(arguments: [
    "UNNotificationAction(identifier: \"APPROVE_LOGIN\", title: \"Approve\", options: [.authenticationRequired])",
    "UNNotificationAction(identifier: \"PAY\", title: \"Pay\", options: [.destructive, .authenticationRequired])",
    // Opening the app unlocks the device.
    "UNNotificationAction(identifier: \"PAY\", title: \"Pay\", options: [.foreground])",
    "UNNotificationAction(identifier: \"PAY\", title: \"Pay\", options: options)",
    "UNNotificationAction(identifier: \"DECLINE_LOGIN\", title: \"Decline\", options: [])",
    "UNNotificationAction(identifier: \"MARK_AS_READ\", title: \"Mark as Read\", options: [])",
    "UNNotificationAction(identifier: \"delete\", title: \"Delete\", options: [.destructive])",
    "UNNotificationAction(identifier: \"ACCEPT_CALL\", title: \"Accept\", options: [])",
    "UNNotificationAction(identifier: \"SNOOZE\", title: \"Remind me to pay later\", options: [])",
    "UNTextInputNotificationAction(identifier: \"REPLY\", title: \"Reply\", options: [])",
    "Button(identifier: \"APPROVE_LOGIN\", title: \"Approve\", options: [])",
  ])
  func isSilent(_ source: String) { expect(NotificationActionUnauthenticated.self, in: "let a = \(source)") }

  private static func method(_ body: String) -> String { "@implementation A\n- (void)set { \(body) }\n@end" }

  @Test(arguments: [
    method(
      """
      id a = ⟦[UNNotificationAction actionWithIdentifier:@"APPROVE_LOGIN" title:@"Approve" \
      options:UNNotificationActionOptionNone]⟧;
      """),
    method(
      """
      id a = ⟦[UNNotificationAction actionWithIdentifier:kUnlockDoorAction title:text \
      options:UNNotificationActionOptionDestructive]⟧;
      """),
    method("id a = ⟦[UNNotificationAction actionWithIdentifier:@\"x\" title:@\"Pay\" options:0]⟧;"),
    method(
      """
      id a = [UNNotificationAction actionWithIdentifier:@"APPROVE_LOGIN" title:@"Approve" \
      options:UNNotificationActionOptionAuthenticationRequired];
      """),
    method(
      """
      id a = [UNNotificationAction actionWithIdentifier:@"PAY" title:@"Pay" \
      options:UNNotificationActionOptionDestructive | UNNotificationActionOptionForeground];
      """),
    method(
      """
      id a = [UNNotificationAction actionWithIdentifier:@"READ" title:@"Mark as Read" \
      options:UNNotificationActionOptionNone];
      """),
    method("id a = [Menu actionWithIdentifier:@\"PAY\" title:@\"Pay\" options:0];"),
  ])
  func looksAtObjectiveC(_ source: String) {
    expect(NotificationActionUnauthenticated.self, inObjectiveC: source)
  }
}
