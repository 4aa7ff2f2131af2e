import UIKit
import WebKit

final class BrowserViewController: UIViewController {
  let webView = WKWebView()
  private let banner = WKWebView()

  override func loadView() { view = webView }

  func navigate(to target: URL) {
    if target.isOwnPage {
      webView.load(URLRequest(url: target)) // safe: url-open
      return
    }
    let request = URLRequest(url: target, cachePolicy: .reloadIgnoringLocalCacheData)
    webView.load(request) // weak: url-open file
  }

  func showStall(named name: String, notice: String) {
    banner.loadHTMLString("<aside data-name='\(attribute(name))'>\(attribute(notice))</aside>", baseURL: nil) // weak: html file
    let allowed = CharacterSet.alphanumerics.union(.whitespaces)
    let label = String(String.UnicodeScalarView(name.unicodeScalars.filter { allowed.contains($0) }))
    banner.loadHTMLString("<aside title='\(label)'></aside>", baseURL: nil) // safe: html
    Task { await openStall(name) }
  }

  private func attribute(_ text: String) -> String {
    text.replacingOccurrences(of: "\"", with: "&quot;")
  }

  @MainActor
  private func openStall(_ name: String) async {
    let body = "const stall = stalls.find(s => s.name === '\(name)'); return stall.id;"
    let found = try? await webView.callAsyncJavaScript(body, arguments: [:], in: nil, contentWorld: .page) // weak: script file
    let lookup = "return stalls.filter(s => s.name === name && s.id !== known).length"
    _ = try? await webView.callAsyncJavaScript( // safe: script
      lookup,
      arguments: ["name": name, "known": found as? Int ?? 0],
      in: nil,
      contentWorld: .page
    )
  }
}
