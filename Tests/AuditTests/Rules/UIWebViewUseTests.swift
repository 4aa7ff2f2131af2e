import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct UIWebViewUseTests {
  @Test(arguments: [
    """
    final class Notice: UIViewController {
      private let web = ⟦UIWebView⟧()
    }
    """,
    """
    @IBOutlet weak var web: ⟦UIWebView⟧!
    """,
    """
    class Page: ⟦UIWebView⟧ {}
    """,
    """
    let web: ⟦UIWebView⟧ = UIWebView(frame: .zero)
    func load(_ view: ⟦UIWebView⟧?) {}
    """,
  ])
  func speaks(_ source: String) { expect(UIWebViewUse.self, in: source) }

  @Test(arguments: [
    """
    let text = "UIWebView is gone" // UIWebView
    """,
    """
    let web = WKWebView(frame: .zero)
    """,
    """
    present(SFSafariViewController(url: url), animated: true)
    """,
  ])
  func isSilent(_ source: String) { expect(UIWebViewUse.self, in: source) }

  @Test func readsInterfaceFiles() {
    let interface = """
      <document><view><subviews>⟦<webView contentMode="scaleToFill" id="a">⟧</webView>
      <wkWebView id="b"/></subviews></view></document>
      """
    expect(UIWebViewUse.self, inInterface: interface)
  }
}
