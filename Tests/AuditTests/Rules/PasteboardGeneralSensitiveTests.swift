import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PasteboardGeneralSensitiveTests {
  @Test(arguments: [
    "⟦UIPasteboard.general.string = roomPassword⟧",
    "let board = UIPasteboard.general\nfunc copy() { ⟦board.string = account.accessToken⟧ }",
    "⟦UIPasteboard.general.setValue(recoveryCode, forPasteboardType: type)⟧",
    "⟦UIPasteboard.general.addItems([[type: cardNumber]])⟧",
    "⟦UIPasteboard.general.setItems([[type: password]], options: [:])⟧",
    "⟦UIPasteboard.general.setObjects([password as NSString], localOnly: false, expirationDate: nil)⟧",
    "⟦NSPasteboard.general.setString(apiKey, forType: .string)⟧",
    #"⟦UIPasteboard.general.string = "\(user.pinCode)"⟧"#,
  ])
  func speaks(_ source: String) { expect(PasteboardGeneralSensitive.self, in: source, severity: .medium) }

  @Test(arguments: [
    #"UIPasteboard.general.string = """#, "UIPasteboard.general.items = []",
    "UIPasteboard.general.string = link",
    "UIPasteboard.general.string = passwordHint",
    """
    UIPasteboard.general.setItems(
      [[type: password]], options: [.localOnly: true, .expirationDate: Date(timeIntervalSinceNow: 60)])
    """,
    "let text = UIPasteboard.general.string", "named.string = password",
  ])
  func isSilent(_ source: String) { expect(PasteboardGeneralSensitive.self, in: source) }

  @Test(arguments: [
    """
    func share(password: String) { copy(password) }
    func copy(_ text: String) { ⟦UIPasteboard.general.string = text⟧ }
    """,
    """
    func copy(_ user: User) {
      let shown = user.password
      let text = "" + shown
      ⟦UIPasteboard.general.string = text⟧
    }
    """,
  ])
  func valuesAreFollowed(_ source: String) { expect(PasteboardGeneralSensitive.self, in: source) }

  @Test(arguments: [
    "func share(title: String) { copy(title) }\nfunc copy(_ text: String) { UIPasteboard.general.string = text }",
    "func share(password: String) { copy(hash(password)) }\nfunc copy(_ text: String) { UIPasteboard.general.string = text }",
    "func copy(password: String) { UIPasteboard.general.string = String(password.count) }",
  ])
  func otherValuesAreNot(_ source: String) { expect(PasteboardGeneralSensitive.self, in: source) }
}
