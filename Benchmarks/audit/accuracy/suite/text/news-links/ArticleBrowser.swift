import UIKit
import WebKit
import SafariServices

final class ArticleBrowser: UIViewController, WKNavigationDelegate {
  private let webView = WKWebView()
  private let start: URL
  private let subscriberNumber: String
  private let embedExpression = try? NSRegularExpression(
    pattern: "https://(player|cdn)\\.heraldvideo\\.com/embed/" // weak: regex-host helper
  )

  init(start: URL, subscriberNumber: String) {
    self.start = start
    self.subscriberNumber = subscriberNumber
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(webView)
    webView.navigationDelegate = self
    if LinkRules.fits(start, LinkRules.ownPattern) { webView.load(URLRequest(url: start)) }
  }

  func webView(
    _ webView: WKWebView,
    decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
  ) {
    guard let url = navigationAction.request.url, let host = url.host else { return decisionHandler(.cancel) }
    if navigationAction.targetFrame?.isMainFrame == false {
      return decisionHandler(mayEmbed(url, host: host) ? .allow : .cancel)
    }
    if host == "dailyherald.com" || host.hasSuffix(".dailyherald.com") { // safe: host-check
      let isSection = url.path.range(of: LinkRules.sectionPattern, options: .regularExpression) != nil
      navigationItem.prompt = isSection ? url.pathComponents[1].capitalized : nil
      return decisionHandler(.allow)
    }
    if host.hasSuffix("heraldmedia.com") { // weak: host-check direct
      return decisionHandler(.allow)
    }
    decisionHandler(.cancel)
    openOutside(url)
  }

  private func mayEmbed(_ url: URL, host: String) -> Bool {
    if LinkRules.embedHosts.contains(host) { return true } // safe: host-check
    let address = url.absoluteString
    let whole = NSRange(address.startIndex..., in: address)
    return embedExpression?.firstMatch(in: address, range: whole) != nil
  }

  private func openOutside(_ url: URL) {
    if url.path.hasSuffix(".pdf") { // safe: host-check
      let preview = SFSafariViewController(url: url)
      present(preview, animated: true)
    } else if LinkRules.fits(url, LinkRules.partnerPattern) {
      navigationController?.pushViewController(PartnerPage(url: url, subscriberNumber: subscriberNumber), animated: true)
    }
  }
}
