import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PasteboardNotLocalTests {
  @Test(arguments: [
    "UIPasteboard.general.setItems(items, options: ⟦[.expirationDate: Date(timeIntervalSinceNow: 60)]⟧)",
    "UIPasteboard.general.setItems(items, options: ⟦[.localOnly: false, .expirationDate: soon]⟧)",
    """
    func copy() {
      var options: [UIPasteboard.OptionsKey: Any] = [:]
      options[.expirationDate] = soon
      UIPasteboard.general.setItems([[type: code]], options: ⟦options⟧)
    }
    """,
    "⟦UIPasteboard.general.setObjects([text], localOnly: false, expirationDate: soon)⟧",
  ])
  func speaks(_ source: String) {
    expect(PasteboardNotLocal.self, in: source, severity: .low, confidence: .low)
    expect(PasteboardNotExpiring.self, in: source.replacing("⟦", with: "").replacing("⟧", with: ""))
  }

  @Test(arguments: [
    "UIPasteboard.general.setItems(items, options: [.localOnly: true, .expirationDate: soon])",
    "UIPasteboard.general.setItems(items, options: options)",
    "UIPasteboard.general.setItems(items)",
    "cache.setItems(items, options: [.expirationDate: soon])",
  ])
  func isSilent(_ source: String) { expect(PasteboardNotLocal.self, in: source) }
}

@Suite struct PasteboardNotExpiringTests {
  @Test(arguments: [
    "UIPasteboard.general.setItems(items, options: ⟦[.localOnly: true]⟧)",
    "⟦UIPasteboard.general.setObjects([text], localOnly: true, expirationDate: nil)⟧",
    """
    let board = UIPasteboard.general
    func copy(_ code: String) {
      var options = [UIPasteboard.OptionsKey: Any]()
      options[.localOnly] = true
      board.setItems([[type: code]], options: ⟦options⟧)
    }
    """,
  ])
  func speaks(_ source: String) {
    expect(PasteboardNotExpiring.self, in: source, severity: .low, confidence: .high)
    expect(PasteboardNotLocal.self, in: source.replacing("⟦", with: "").replacing("⟧", with: ""))
  }

  @Test(arguments: [
    "UIPasteboard.general.setItems(items, options: [.localOnly: true, .expirationDate: soon])",
    "UIPasteboard.general.setItems(items, options: [:])",
    "UIPasteboard.general.setItems(items, options: make())",
    "UIPasteboard.general.setObjects([text], localOnly: true, expirationDate: soon)",
  ])
  func isSilent(_ source: String) { expect(PasteboardNotExpiring.self, in: source) }
}
