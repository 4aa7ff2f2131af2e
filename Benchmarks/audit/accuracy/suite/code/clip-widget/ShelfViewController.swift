import UIKit
import WebKit

final class ShelfViewController: UIViewController {
  private let store = SharedStore()
  private let source = ClipSource()
  private var shelf = WKWebView()
  private let detail = WKWebView()
  private let legacy = UIWebView()

  override func viewDidLoad() {
    super.viewDidLoad()
    shelf = WKWebView(frame: view.bounds, configuration: configuration())
    source.onClip = { [weak self] clip in
      self?.shelf.evaluateJavaScript("shelf.add(\(Self.literal(clip)))") // safe: script
      self?.shelf.evaluateJavaScript("shelf.flash('" + clip + "')") // weak: script file
    }
    showStored()
  }

  private func configuration() -> WKWebViewConfiguration {
    let configuration = WKWebViewConfiguration()
    if let css = store.customCSS {
      let source = """
      const style = document.createElement('style');
      style.textContent = `\(css)`;
      document.head.append(style);
      """
      let script = WKUserScript(source: source, injectionTime: .atDocumentEnd, forMainFrameOnly: true) // weak: script file
      configuration.userContentController.addUserScript(script)
    }
    let sizing = "document.body.style.fontSize = '\(store.fontSize)px'"
    configuration.userContentController.addUserScript(
      WKUserScript(source: sizing, injectionTime: .atDocumentEnd, forMainFrameOnly: true) // safe: script
    )
    return configuration
  }

  private func showStored() {
    let clip = store.lastClip
    detail.loadHTMLString(Card(content: clip, accent: store.accent).html, baseURL: nil) // weak: html file
    legacy.loadHTMLString("<p class=\"\(store.accent.rawValue)\">\(clip.count)</p>", baseURL: nil) // safe: html
    _ = legacy.stringByEvaluatingJavaScript(from: "select(\(clip.utf8.count))") // safe: script
  }

  @IBAction private func pasteIntoDetail(_ sender: Any) {
    guard let text = UIPasteboard.general.string else { return }
    _ = legacy.stringByEvaluatingJavaScript(from: "insert('\(text)')") // weak: script direct
    var fragment = "<div>\(text)</div>"
    detail.loadHTMLString(fragment, baseURL: nil) // weak: html direct
    fragment = "<div>\(text.isEmpty ? "empty" : "pasted")</div>"
    detail.loadHTMLString(fragment, baseURL: nil) // safe: html
  }

  private static func literal(_ text: String) -> String {
    guard let data = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed) else { return "''" }
    return String(data: data, encoding: .utf8) ?? "''"
  }
}

struct Card {
  let content: String
  let accent: SharedStore.Accent

  var html: String { "<section class='\(accent.rawValue)'>\(content)</section>" }
}
