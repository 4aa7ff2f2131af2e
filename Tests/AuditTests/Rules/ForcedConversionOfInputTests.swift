import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ForcedConversionOfInputTests {
  @Test(arguments: [
    "func pay() { let yen = ⟦Int(amountField.text!)!⟧ }",
    """
    func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
      let next = ⟦URL(string: url.query!)!⟧
      return open(next)
    }
    """,
    """
    URLSession.shared.dataTask(with: url) { data, _, _ in
      let note = ⟦try! JSONDecoder().decode(Note.self, from: data!)⟧
      show(note)
    }
    """,
    """
    func load() async throws {
      let (data, _) = try await URLSession.shared.data(from: url)
      let object = ⟦try JSONSerialization.jsonObject(with: data) as! [String: Any]⟧
    }
    """,
    """
    func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
      let text = ⟦message.body as! String⟧
    }
    """,
    "func paste() { key = ⟦Data(base64Encoded: UIPasteboard.general.string!)!⟧ }",
  ])
  func speaks(_ source: String) { expect(ForcedConversionOfInput.self, in: source) }

  @Test(arguments: [
    "let home = URL(string: \"https://tsukimi.example\")!",
    "@IBOutlet var amountField: UITextField!",
    "func pay() { if let yen = Int(amountField.text ?? \"\") { send(yen) } }",
    // The app's own resource.
    """
    let data = try! Data(contentsOf: Bundle.main.url(forResource: "words", withExtension: "json")!)
    let words = try! JSONDecoder().decode([String].self, from: data)
    """,
    "func number(_ index: Int) -> Double { Double(exactly: index)! }",
    """
    URLSession.shared.dataTask(with: url) { data, _, _ in
      guard let data, let note = try? JSONDecoder().decode(Note.self, from: data) else { return }
      show(note)
    }
    """,
  ])
  func isSilent(_ source: String) { expect(ForcedConversionOfInput.self, in: source) }
}
