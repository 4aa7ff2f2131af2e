import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct WebMessageUnvalidatedTests {
  @Test(arguments: [
    """
    final class Bridge: NSObject, WKScriptMessageHandler {
      func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
        if message.name == "token", let token = message.body as? String {
          ⟦store.save(token)⟧
        }
      }
    }
    """,
    """
    extension Page: WKScriptMessageHandler {
      func userContentController(
        _ userContentController: WKUserContentController, didReceive scriptMessage: WKScriptMessage
      ) {
        guard let body = scriptMessage.body as? [String: Any], let to = body["to"] as? String else { return }
        DispatchQueue.main.async { ⟦self.wallet.send(amount: 500, to: to)⟧ }
      }
    }
    """,
    """
    func userContentController(
      _ c: WKUserContentController, didReceive message: WKScriptMessage, replyHandler: @escaping (Any?, String?) -> Void
    ) {
      let link = message.body as? String ?? ""
      ⟦UIApplication.shared.open(URL(string: link)!)⟧
    }
    """,
    #"""
    var name = ""
    func show() { webView.loadHTMLString("<h1>\(name)</h1>", baseURL: nil) }
    func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
      guard let body = message.body as? [String: Any] else { return }
      ⟦PointService.shared.transfer(points: 5, to: body["to"] as? String ?? "")⟧
    }
    """#,
  ])
  func speaks(_ source: String) { expect(WebMessageUnvalidated.self, in: source) }

  @Test(arguments: [
    """
    func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
      guard message.frameInfo.isMainFrame, message.frameInfo.securityOrigin.host == "app.example" else { return }
      wallet.send(amount: 500, to: message.body as? String)
    }
    """,
    // It only measures the page.
    """
    func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
      if let height = message.body as? CGFloat { heightConstraint.constant = height }
    }
    """,
    // Nothing but the app's own page is shown.
    """
    func show() { webView.loadFileURL(page, allowingReadAccessTo: page) }
    func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
      store.save(message.body as? String)
    }
    """,
    """
    func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
      logger.debug("message")
    }
    """,
    """
    func show() { webView.loadHTMLString("<h1>Help</h1>", baseURL: nil) }
    func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
      store.save(message.body as? String)
    }
    """,
  ])
  func isSilent(_ source: String) { expect(WebMessageUnvalidated.self, in: source) }
}
