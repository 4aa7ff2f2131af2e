import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct SpotlightOrActivitySensitiveTests {
  @Test(arguments: [
    """
    func index(_ account: Account) {
      let attributes = CSSearchableItemAttributeSet(itemContentType: kUTTypeText as String)
      attributes.title = account.label
      ⟦attributes.contentDescription = account.password⟧
    }
    """,
    """
    func add(_ entry: Entry) {
      let attributes = CSSearchableItemAttributeSet(contentType: .text)
      attributes.title = entry.title
      ⟦attributes.contentDescription = entry.medicalNote⟧
    }
    """,
    #"""
    let set = CSSearchableItemAttributeSet(contentType: .contact)
    ⟦set.keywords = [patient.name, patient.medicalRecord]⟧
    """#,
    """
    func advertise() {
      let activity = NSUserActivity(activityType: "jp.tsukimi.view")
      activity.isEligibleForHandoff = true
      ⟦activity.userInfo = ["id": id, "token": session.accessToken]⟧
    }
    """,
    """
    override func updateUserActivityState(_ activity: NSUserActivity) {
      ⟦activity.addUserInfoEntries(from: ["cardNumber": number.text])⟧
    }
    """,
    """
    var body: some View {
      Text(name).userActivity("view") { activity in ⟦activity.userInfo = ["pin": pinCode]⟧ }
    }
    """,
    "⟦view.userActivity?.userInfo = [\"sessionToken\": current]⟧",
  ])
  func speaks(_ source: String) { expect(SpotlightOrActivitySensitive.self, in: source, severity: .low) }

  @Test(arguments: [
    """
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    attributes.title = recipe.title
    attributes.contentDescription = recipe.passwordHint
    """,
    "let activity = NSUserActivity(activityType: type)\nactivity.userInfo = [\"id\": id, \"hasPassword\": true]",
    "let activity = NSUserActivity(activityType: type)\nnotification.userInfo = [\"token\": accessToken]",
    "let attributes = FormAttributes()\nattributes.contentDescription = password",
  ])
  func isSilent(_ source: String) { expect(SpotlightOrActivitySensitive.self, in: source) }
}
