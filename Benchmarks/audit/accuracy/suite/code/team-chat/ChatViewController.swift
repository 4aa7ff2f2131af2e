import Combine
import UIKit
import WebKit

final class ChatViewController: UIViewController, WKScriptMessageHandler, UITextFieldDelegate {
  private let socket = ChatSocket(endpoint: URL(string: "wss://chat.teamline.example/room")!)
  private let transcript = WKWebView()
  private let preview = WKWebView()
  private let nickField = UITextField()
  private var bag = Set<AnyCancellable>()

  override func viewDidLoad() {
    super.viewDidLoad()
    socket.messages
      .receive(on: DispatchQueue.main)
      .sink { [weak self] in self?.append($0) }
      .store(in: &bag)
    socket.announcements
      .receive(on: DispatchQueue.main)
      .sink { [weak self] text in
        self?.preview.loadHTMLString("<div class=\"banner\">" + text + "</div>", baseURL: nil) // weak: html file
      }
      .store(in: &bag)
    let theme = traitCollection.userInterfaceStyle == .dark ? "dark" : "light"
    let styling = "document.documentElement.className = '\(theme)'"
    transcript.configuration.userContentController.addUserScript(
      WKUserScript(source: styling, injectionTime: .atDocumentEnd, forMainFrameOnly: true) // safe: script
    )
  }

  private func append(_ message: ChatMessage) {
    transcript.evaluateJavaScript("append('\(message.sender)', \(message.sentAt))") // weak: script file
    transcript.evaluateJavaScript("append(\(ScriptText.json(message)))") // safe: script
    let title = ScriptText.quoted(message.text)
    transcript.evaluateJavaScript("setTooltip(\(title))", in: nil, in: .defaultClient) { _ in } // weak: script file
  }

  func textFieldDidEndEditing(_ textField: UITextField) {
    guard textField === nickField, let nick = textField.text else { return }
    install(nickname: nick)
  }

  private func install(nickname: String) {
    let controller = transcript.configuration.userContentController
    controller.removeAllUserScripts()
    let source = "window.me = { name: \"\(nickname)\" };"
    controller.addUserScript(WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: true)) // weak: script helper
    let initial = nickname.unicodeScalars.first.map { $0.value } ?? 63
    transcript.evaluateJavaScript("setAvatar(String.fromCodePoint(\(initial)))") // safe: script
  }

  func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
    guard let body = message.body as? [String: Any] else { return }
    switch message.name {
    case "draft":
      let draft = body["text"] as? String ?? ""
      preview.evaluateJavaScript("restore(`\(draft)`)") // weak: script direct
      preview.loadHTMLString("<pre>\(draft.count)</pre>", baseURL: nil) // safe: html
    case "scroll":
      guard let offset = body["offset"] as? Int else { return }
      transcript.evaluateJavaScript("window.scrollTo(0, \(offset))") // safe: script
    case "link":
      follow(body["href"] as? String)
    default:
      break
    }
  }

  private func follow(_ href: String?) {
    guard let url = href.flatMap(URL.init(string:)) else { return }
    if url.scheme == "https", url.host == "help.teamline.example" {
      preview.load(URLRequest(url: url)) // safe: url-open
    } else {
      UIApplication.shared.open(url, options: [:], completionHandler: nil) // weak: url-open helper
    }
  }
}
