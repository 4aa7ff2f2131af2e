import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct WebViewContentTests {
  @Test(arguments: [
    """
    final class Browser: UIViewController {
      func setUp() { webView.configuration.userContentController.add(self, name: "pay") }
      func go() { ⟦webView.load(URLRequest(url: URL(string: addressBar.text!)!))⟧ }
    }
    """,
    """
    func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
      contentController.add(bridge, name: "wallet")
      let page = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?.first?.value ?? ""
      ⟦browser.load(URLRequest(url: URL(string: page)!))⟧
      return true
    }
    """,
  ])
  func scriptsSpeak(_ source: String) { expect(WebViewJSUntrusted.self, in: source) }

  @Test(arguments: [
    // No handler: scripts alone reach nothing of the app.
    "func go() { webView.load(URLRequest(url: URL(string: addressBar.text!)!)) }",
    """
    func go() {
      webView.configuration.userContentController.add(self, name: "pay")
      webView.load(URLRequest(url: URL(string: "https://tsukimi.example")!))
    }
    """,
    """
    func go() {
      preferences.allowsContentJavaScript = false
      webView.configuration.userContentController.add(self, name: "pay")
      webView.load(URLRequest(url: URL(string: addressBar.text!)!))
    }
    """,
    """
    func go() {
      webView.configuration.userContentController.add(self, name: "pay")
      webView.load(URLRequest(url: URL(string: addressBar.text!)!))
    }
    func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
      guard message.frameInfo.securityOrigin.host == "tsukimi.example" else { return }
    }
    """,
  ])
  func scriptsAreSilent(_ source: String) { expect(WebViewJSUntrusted.self, in: source) }

  @Test(arguments: [
    """
    final class Help: UIViewController {
      let web = ⟦WKWebView(frame: .zero)⟧
      func show() { web.load(URLRequest(url: page)) }
    }
    """,
    """
    struct Page: UIViewRepresentable {
      func makeUIView(context: Context) -> WKWebView { ⟦WKWebView()⟧ }
      func updateUIView(_ view: WKWebView, context: Context) {
        let request = URLRequest(url: url)
        view.load(request)
      }
    }
    """,
  ])
  func navigationSpeaks(_ source: String) {
    expect(WebViewNavigationUnrestricted.self, in: source, confidence: .low)
  }

  @Test(arguments: [
    """
    let web = WKWebView(frame: .zero)
    web.navigationDelegate = self
    web.load(URLRequest(url: page))
    """,
    // The app's own page.
    """
    let web = WKWebView(frame: .zero)
    web.loadFileURL(page, allowingReadAccessTo: page)
    """,
    "func show(_ view: WKWebView) { view.load(URLRequest(url: page)) }",
  ])
  func navigationIsSilent(_ source: String) { expect(WebViewNavigationUnrestricted.self, in: source) }

  @Test(arguments: [
    """
    let web = ⟦WKWebView(frame: .zero)⟧
    func show() {
      var request = URLRequest(url: account)
      request.addValue(token, forHTTPHeaderField: "Authorization")
      web.load(request)
    }
    """,
    """
    func show() {
      let view = ⟦WKWebView(frame: bounds, configuration: WKWebViewConfiguration())⟧
      var request = URLRequest(url: account)
      request.setValue(session, forHTTPHeaderField: "Cookie")
      view.load(request)
    }
    """,
  ])
  func keptDataSpeaks(_ source: String) { expect(WebViewDataPersistent.self, in: source, confidence: .low) }

  @Test(arguments: [
    """
    configuration.websiteDataStore = .nonPersistent()
    let web = WKWebView(frame: .zero, configuration: configuration)
    func show() {
      var request = URLRequest(url: account)
      request.addValue(token, forHTTPHeaderField: "Authorization")
      web.load(request)
    }
    """,
    // A public page.
    """
    let web = WKWebView(frame: .zero)
    func show() { web.load(URLRequest(url: help)) }
    """,
    // Removed at sign-out.
    """
    let web = WKWebView(frame: .zero)
    func show() {
      request.addValue(token, forHTTPHeaderField: "Authorization")
      web.load(request)
    }
    func signOut() { WKWebsiteDataStore.default().removeData(ofTypes: all, modifiedSince: .distantPast) {} }
    """,
  ])
  func keptDataIsSilent(_ source: String) { expect(WebViewDataPersistent.self, in: source) }
}
