import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct HTMLInjectionTests {
  @Test(arguments: [
    """
    func updateUIView(_ view: WKWebView, context: Context) {
      let page = ⟦"<html><body><h1>\\(entry.title)</h1>\\(entry.body)</body></html>"⟧
      view.loadHTMLString(page, baseURL: nil)
    }
    """,
    """
    func show(comment: String) {
      webView.loadHTMLString(⟦"<p>" + comment + "</p>"⟧, baseURL: nil)
    }
    """,
    """
    func preview() {
      let html = ⟦String(format: "<b>%@</b>", nameField.text!)⟧
      webView.load(html.data(using: .utf8)!, mimeType: "text/html", characterEncodingName: "utf-8", baseURL: url)
    }
    """,
    """
    func list(_ names: [String]) {
      var html = "<ul>"
      for name in names { html += ⟦"<li>\\(name)</li>"⟧ }
      web.loadHTMLString(html + "</ul>", baseURL: nil)
    }
    """,
    """
    final class CouponPage: UIViewController {
      var number = ""
      private var style = ""
      override func viewDidLoad() {
        web.loadHTMLString(⟦"<h1>Coupon \\(number)</h1>"⟧, baseURL: nil)
      }
    }
    """,
  ])
  func speaks(_ source: String) { expect(HTMLInjection.self, in: source) }

  @Test(arguments: [
    """
    web.loadHTMLString("<h1>Hello</h1>", baseURL: nil)
    """,
    """
    func show(_ text: String) { web.loadHTMLString("<p>\\(text.htmlEscaped)</p>", baseURL: nil) }
    """,
    """
    func show(_ html: String) { web.loadHTMLString(html, baseURL: nil) }
    """,
    """
    let css = try String(contentsOf: styleURL)
    web.loadHTMLString("<style>\\(css)</style><p>Terms</p>", baseURL: nil)
    """,
    """
    final class TermsPage: UIViewController {
      private var title = ""
      var heading = "Terms"
      override func viewDidLoad() { web.loadHTMLString("<h1>\\(title)\\(heading)</h1>", baseURL: nil) }
    }
    """,
    """
    func show(count: Int) { web.loadHTMLString("<b>\\(count)</b>", baseURL: nil) }
    """,
  ])
  func isSilent(_ source: String) { expect(HTMLInjection.self, in: source) }
}
