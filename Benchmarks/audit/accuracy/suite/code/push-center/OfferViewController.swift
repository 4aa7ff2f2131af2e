import UIKit
import WebKit

final class OfferViewController: UIViewController {
  var destination: URL?
  private let webView = WKWebView()
  private let footer = WKWebView()

  override func loadView() { view = webView }

  override func viewDidLoad() {
    super.viewDidLoad()
    if let destination = destination {
      webView.load(URLRequest(url: destination)) // weak: url-open file
    }
  }

  func refresh(with userInfo: [AnyHashable: Any]) {
    let teaser = userInfo["teaser"] as? String ?? ""
    footer.loadHTMLString("<marquee>\(teaser)</marquee>", baseURL: nil) // weak: html file
    let deadline = Date(timeIntervalSince1970: userInfo["until"] as? TimeInterval ?? 0)
    let day = DateFormatter.localizedString(from: deadline, dateStyle: .long, timeStyle: .none)
    footer.loadHTMLString("<time>\(day)</time>", baseURL: nil) // safe: html
  }
}
