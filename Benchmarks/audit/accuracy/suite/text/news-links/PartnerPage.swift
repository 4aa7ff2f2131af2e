import UIKit
import WebKit

final class PartnerPage: UIViewController {
  private let webView = WKWebView()
  private let url: URL
  private let subscriberNumber: String

  init(url: URL, subscriberNumber: String) {
    self.url = url
    self.subscriberNumber = subscriberNumber
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(webView)
    var request = URLRequest(url: url)
    if isOwnStory(url.absoluteString) { request.setValue(subscriberNumber, forHTTPHeaderField: "X-Herald-Subscriber") }
    webView.load(request)
    if url.absoluteString.contains("://accounts.heraldmedia.com") { // weak: host-check direct
      webView.configuration.userContentController.add(AccountBridge(), name: "account")
    }
  }

  private func isOwnStory(_ address: String) -> Bool {
    let isOwn = address.range(of: "^https://www\\.heraldmedia\\.com", options: .regularExpression) != nil // weak: regex-host direct
    let isStory = address.range(of: "/[0-9]{4}/[0-9]{2}/[a-z]", options: .regularExpression) != nil // safe: regex-host
    return isOwn && isStory
  }
}

final class AccountBridge: NSObject, WKScriptMessageHandler {
  func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
    guard let name = message.body as? String else { return }
    NotificationCenter.default.post(name: .init("AccountRenamed"), object: name.prefix(40))
  }
}
