import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct OAuthEmbeddedWebViewTests {
  @Test(arguments: [
    """
    final class SignIn: UIViewController {
      @IBOutlet var webView: WKWebView!
      override func viewDidLoad() {
        let url = URL(string: "https://login.microsoftonline.com/common/v2.0")!
        ⟦webView.load(URLRequest(url: url))⟧
      }
    }
    """,
    #"""
    let page = WKWebView()
    func start() {
      let address = "https://github.com/login/oauth/authorize?client_id=\(client)"
      ⟦page.load(URLRequest(url: URL(string: address)!))⟧
    }
    """#,
    """
    func start(_ web: UIWebView) {
      var parts = URLComponents(string: issuer)!
      parts.queryItems = [URLQueryItem(name: "response_type", value: "code")]
      ⟦web.loadRequest(URLRequest(url: parts.url!))⟧
    }
    """,
    """
    func authorizationURL() -> URL? {
      var parts = URLComponents(string: issuer)
      parts?.queryItems = [URLQueryItem(name: "response_type", value: "code")]
      return parts?.url
    }
    func start() -> WKWebView {
      let view = WKWebView()
      if let url = authorizationURL() { ⟦view.load(URLRequest(url: url))⟧ }
      return view
    }
    """,
    "func show(_ webView: WKWebView, _ authorizeURL: URL) { ⟦webView.load(URLRequest(url: authorizeURL))⟧ }",
  ])
  func speaks(_ source: String) {
    expect(OAuthEmbeddedWebView.self, in: source, severity: .medium, confidence: .medium)
  }

  @Test(arguments: [
    "func show(_ webView: WKWebView, _ help: URL) { webView.load(URLRequest(url: help)) }",
    """
    final class Terms: UIViewController {
      let webView = WKWebView()
      override func viewDidLoad() { webView.load(URLRequest(url: URL(string: "https://tsukimi.example.jp/terms")!)) }
    }
    """,
    """
    let view = WKWebView()
    func start() {
      let url = URL(string: "https://accounts.example.jp/oauth2/authorize")!
      ASWebAuthenticationSession(url: url, callbackURLScheme: "https", completionHandler: finish).start()
      present(SFSafariViewController(url: url))
    }
    """,
    "final class Model { var webView: WKWebView?\n func go() { loader.load(authorizeRequest) } }",
  ])
  func isSilent(_ source: String) { expect(OAuthEmbeddedWebView.self, in: source) }
}
