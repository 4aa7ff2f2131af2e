import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct KVCFromInputTests {
  @Test(arguments: [
    """
    func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
      let name = url.host ?? ""
      let type = NSClassFromString(⟦name⟧) as? UIViewController.Type
      return present(type)
    }
    """,
    """
    func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
      guard let body = message.body as? [String: String] else { return }
      perform(Selector(⟦body["action"]!⟧))
    }
    """,
    "func apply() { settings.setValue(on, forKeyPath: ⟦nameField.text!⟧) }",
  ])
  func speaks(_ source: String) { expect(KVCFromInput.self, in: source, confidence: .medium) }

  @Test(arguments: [
    "let type = NSClassFromString(\"XCTestCase\")",
    "layer.setValue(1, forKeyPath: \"transform.scale\")",
    "func value(at path: String) -> Any? { object.value(forKeyPath: path) }",
    """
    func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
      guard let screen = Screen(rawValue: url.host ?? "") else { return false }
      return present(screen)
    }
    """,
  ])
  func isSilent(_ source: String) { expect(KVCFromInput.self, in: source) }
}
