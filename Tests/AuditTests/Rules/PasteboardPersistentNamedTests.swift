import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PasteboardPersistentNamedTests {
  @Test(arguments: [
    """
    let board = UIPasteboard(name: UIPasteboard.Name(rawValue: "suite"), create: true)
    func share() { ⟦board?.string = account.password⟧ }
    """,
    "⟦UIPasteboard(name: name, create: true)?.string = refreshToken⟧",
    """
    final class Shared {
      lazy var teamPasteboard: UIPasteboard = make()
      func put(_ apiKey: String) {
        teamPasteboard.setPersistent(true)
        ⟦teamPasteboard.setValue(apiKey, forPasteboardType: "public.text")⟧
      }
    }
    """,
  ])
  func speaks(_ source: String) {
    expect(PasteboardPersistentNamed.self, in: source, severity: .low, confidence: .medium)
  }

  @Test(arguments: [
    "let board = UIPasteboard(name: name, create: true)\nboard?.string = recipe.title",
    // Another rule speaks of the one that all apps share.
    "UIPasteboard.general.string = refreshToken",
    "let field = UITextField()\nfield.string = password",
    "let board = UIPasteboard.withUniqueName()\nboard.string = password",
  ])
  func isSilent(_ source: String) { expect(PasteboardPersistentNamed.self, in: source) }
}
