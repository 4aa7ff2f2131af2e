import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ShareSheetSensitiveTests {
  @Test(arguments: [
    "let sheet = UIActivityViewController(activityItems: ⟦[wallet.recoveryPhrase]⟧, applicationActivities: nil)",
    #"""
    func share() {
      let text = "Key: \(privateKey)"
      present(UIActivityViewController(activityItems: ⟦[text]⟧, applicationActivities: nil), animated: true)
    }
    """#,
    """
    func phrase() -> String { return wallet.recoveryPhrase }
    func share() {
      let text = phrase()
      present(UIActivityViewController(activityItems: ⟦[text]⟧, applicationActivities: nil), animated: true)
    }
    """,
    "var body: some View { ShareLink(item: ⟦account.password⟧) }",
  ])
  func speaks(_ source: String) {
    expect(ShareSheetSensitive.self, in: source, severity: .low, confidence: .low)
  }

  @Test(arguments: [
    "let sheet = UIActivityViewController(activityItems: [link, image], applicationActivities: nil)",
    """
    func share() {
      let sheet = UIActivityViewController(activityItems: [recoveryPhrase], applicationActivities: nil)
      sheet.excludedActivityTypes = [.postToFacebook, .mail]
      present(sheet, animated: true)
    }
    """,
    "var body: some View { ShareLink(item: invitationURL) }",
    // An address to be reached at is what people share.
    "let sheet = UIActivityViewController(activityItems: [emailAddress], applicationActivities: nil)",
  ])
  func isSilent(_ source: String) { expect(ShareSheetSensitive.self, in: source) }
}
