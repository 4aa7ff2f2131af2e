import CoreData
import WebKit

final class ConsoleBridge: NSObject, WKScriptMessageHandler {
  private let context: NSManagedObjectContext
  private weak var webView: WKWebView?

  init(context: NSManagedObjectContext, webView: WKWebView) {
    self.context = context
    self.webView = webView
  }

  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
    guard message.name == "console", let body = message.body as? [String: String] else { return }
    if let source = body["source"] { show(entries(from: source)) }
    if let separator = body["separator"], let text = body["text"] { show(split(text, by: separator).count) }
    if let module = body["module"] { show(entries(of: module)) }
  }

  private func entries(from source: String) -> Int {
    let request = NSFetchRequest<NSManagedObject>(entityName: "LogEntry")
    request.predicate = NSPredicate(format: "source MATCHES[c] %@", source) // weak: regex-input helper
    return (try? context.count(for: request)) ?? 0
  }

  private func entries(of module: String) -> Int {
    let request = NSFetchRequest<NSManagedObject>(entityName: "LogEntry")
    request.predicate = NSPredicate(format: "module == %@", module)
    return (try? context.count(for: request)) ?? 0
  }

  private func split(_ text: String, by separator: String) -> [String] {
    text.replacingOccurrences(of: separator + "+", with: "\n", options: .regularExpression) // weak: regex-input helper
      .components(separatedBy: "\n")
  }

  private func show(_ count: Int) {
    webView?.callAsyncJavaScript("badge.textContent = count", arguments: ["count": count], in: nil, in: .page)
  }
}
