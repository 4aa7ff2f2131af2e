import WebKit

final class PageBridge: NSObject, WKScriptMessageHandler, WKDownloadDelegate {
  private let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]

  func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
    guard let body = message.body as? [String: Any], let action = body["action"] as? String else { return }
    let name = body["name"] as? String ?? ""
    let text = body["text"] as? String ?? ""
    switch action {
    case "saveDraft":
      try? text.write(toFile: documents.path + "/drafts/" + name, atomically: true, encoding: .utf8) // weak: path direct
    case "saveSettings":
      try? text.write(to: documents.appendingPathComponent("settings.txt"), atomically: true, encoding: .utf8) // safe: path
    case "loadDraft":
      reply(with: draft(named: name), to: message.webView)
    case "loadSlot":
      guard let slot = body["slot"] as? Int else { return }
      reply(with: try? String(contentsOfFile: documents.path + "/slot\(slot).txt", encoding: .utf8), to: message.webView) // safe: path
    case "cleanUp":
      removeAll((body["names"] as? [String]) ?? [])
    default: break
    }
  }

  private func draft(named name: String) -> String? {
    try? String(contentsOf: documents.appending(path: "drafts").appending(path: name), encoding: .utf8) // weak: path helper
  }

  private func removeAll(_ names: [String]) {
    names.forEach { try? FileManager.default.removeItem(at: documents.appending(path: "drafts/" + $0)) } // weak: path helper
  }

  private func reply(with text: String?, to webView: WKWebView?) {
    webView?.callAsyncJavaScript("show(text)", arguments: ["text": text ?? ""], in: nil, in: .page)
  }

  func download(_ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
                completionHandler: @escaping (URL?) -> Void) {
    let folder = documents.appendingPathComponent("Downloads")
    guard response.mimeType == "application/pdf" else {
      return completionHandler(folder.appendingPathComponent(suggestedFilename)) // weak: path direct
    }
    completionHandler(folder.appendingPathComponent(UUID().uuidString + ".pdf")) // safe: path
  }
}
