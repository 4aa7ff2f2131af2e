import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct FormatStringTests {
  @Test(arguments: [
    """
    func show(_ field: UITextField) { NSLog(⟦field.text!⟧) }
    """,
    """
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
      NSLog(⟦"opened \\(url)"⟧)
      return true
    }
    """,
    """
    func greet() { label.text = String(format: ⟦"Hello " + nameField.text! + " %d"⟧, 3) }
    """,
    """
    func log(reply name: String) { NSLog(⟦"reply \\(name)"⟧) }
    """,
  ])
  func speaks(_ source: String) { expect(FormatString.self, in: source) }

  @Test(arguments: [
    """
    NSLog("%@", field.text!)
    """,
    """
    let title = String(format: NSLocalizedString("count %d", comment: ""), 3)
    """,
    """
    func show(_ format: String) -> String { String(format: format, 3) }
    """,
    """
    NSLog("loaded \\(items.count)")
    """,
    """
    let text = String(format: "%02x", byte)
    """,
  ])
  func isSilent(_ source: String) { expect(FormatString.self, in: source) }
}
