import SwiftUI
import WebKit

/// Pages of help.
struct HelpView: UIViewRepresentable {
  let page: URL

  func makeUIView(context: Context) -> WKWebView {
    let configuration = WKWebViewConfiguration()
    configuration.preferences.setValue(true, forKey: "allowFileAccessFromFileURLs")
    configuration.userContentController.add(MessageReceiver(), name: "diary")
    let view = WKWebView(frame: .zero, configuration: configuration)
    view.isInspectable = true
    view.load(URLRequest(url: page))
    return view
  }

  func updateUIView(_ view: WKWebView, context: Context) {}

  func search(_ words: String, in view: WKWebView) {
    view.evaluateJavaScript("find('\(words)')")
  }

  func searchWell(_ words: String, in view: WKWebView) async throws {
    _ = try await view.callAsyncJavaScript("find(words)", arguments: ["words": words], contentWorld: .page)
  }
}

final class MessageReceiver: NSObject, WKScriptMessageHandler {
  func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
    guard message.frameInfo.isMainFrame, message.frameInfo.securityOrigin.host == "help.suzu.example",
      let body = message.body as? [String: String], let name = body["open"], name == "settings"
    else { return }
    Preferences.shared.lockAfter = 60
  }
}
