import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct OpenURLUntrustedTests {
  @Test(arguments: [
    """
    func follow() {
      URLSession.shared.dataTask(with: request) { data, _, _ in
        let text = String(data: data!, encoding: .utf8)!
        ⟦UIApplication.shared.open(URL(string: text)!, options: [:], completionHandler: nil)⟧
      }
    }
    """,
    """
    func paste() {
      guard let link = UIPasteboard.general.url else { return }
      ⟦NSWorkspace.shared.open(link)⟧
    }
    """,
    """
    func webView(
      _ webView: WKWebView, decidePolicyFor action: WKNavigationAction, decisionHandler: @escaping (P) -> Void
    ) {
      if action.targetFrame == nil { ⟦UIApplication.shared.open(action.request.url!)⟧ }
      decisionHandler(.allow)
    }
    """,
  ])
  func speaks(_ source: String) { expect(OpenURLUntrusted.self, in: source, confidence: .medium) }

  @Test(arguments: [
    "func help() { UIApplication.shared.open(URL(string: \"https://tsukimi.example/help\")!) }",
    "func settings() { UIApplication.shared.open(URL(string: UIApplication.openSettingsURLString)!) }",
    """
    func paste() {
      guard let link = UIPasteboard.general.url, link.scheme == "https" else { return }
      UIApplication.shared.open(link)
    }
    """,
    "func open(_ note: Note) { editor.open(note) }",
    """
    func webView(_ webView: WKWebView, decidePolicyFor action: WKNavigationAction) -> P {
      if let url = action.request.url, url.scheme == "https" { UIApplication.shared.open(url) }
      return .cancel
    }
    """,
  ])
  func isSilent(_ source: String) { expect(OpenURLUntrusted.self, in: source) }
}
