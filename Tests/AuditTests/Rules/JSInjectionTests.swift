import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct JSInjectionTests {
  @Test(arguments: [
    """
    static func highlight(_ word: String, in view: WKWebView) {
      view.evaluateJavaScript(⟦"window.find('\\(word)')"⟧)
    }
    """,
    """
    func login(_ field: UITextField) {
      let js = ⟦"setUser('" + field.text! + "')"⟧
      web.stringByEvaluatingJavaScript(from: js)
    }
    """,
    """
    func inject(token: String) {
      let script = WKUserScript(source: ⟦"window.token = '\\(token)';"⟧, injectionTime: .atDocumentStart, forMainFrameOnly: true)
    }
    """,
    """
    func run(_ name: String) { context.evaluateScript(⟦String(format: "hello('%@')", name)⟧) }
    """,
  ])
  func speaks(_ source: String) { expect(JSInjection.self, in: source) }

  @Test(arguments: [
    """
    web.evaluateJavaScript("document.title") { _, _ in }
    """,
    """
    func scroll(to y: Double) { web.evaluateJavaScript("window.scrollTo(0, \\(y))") }
    """,
    """
    func find(_ word: String) throws {
      let json = String(decoding: try JSONEncoder().encode(word), as: UTF8.self)
      web.evaluateJavaScript("window.find(\\(json))")
    }
    """,
    """
    func run(_ script: String) { web.evaluateJavaScript(script) }
    """,
    """
    let web = "window.find('\\(word)')"
    """,
  ])
  func isSilent(_ source: String) { expect(JSInjection.self, in: source) }
}
