import SafariServices
import UIKit

extension URL {
  func queryValue(_ name: String) -> String? {
    URLComponents(url: self, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == name }?.value
  }

  var isOwnPage: Bool {
    guard scheme == "https", let host = host?.lowercased() else { return false }
    return host == "fairground.example" || host.hasSuffix(".fairground.example")
  }
}

final class LinkRouter {
  private let browser: BrowserViewController
  private let topics = ["rides": "https://fairground.example/rides", "food": "https://fairground.example/food"]

  init(browser: BrowserViewController) { self.browser = browser }

  func handle(_ link: URL) {
    switch link.host {
    case "page":
      guard let target = link.queryValue("url").flatMap({ URL(string: $0) }) else { return }
      browser.navigate(to: target)
    case "own":
      guard let target = link.queryValue("url").flatMap({ URL(string: $0) }), target.isOwnPage else { return }
      browser.webView.load(URLRequest(url: target)) // safe: url-open
    case "topic":
      guard let address = topics[link.lastPathComponent], let target = URL(string: address) else { return }
      browser.present(SFSafariViewController(url: target), animated: true) // safe: url-open
    case "stall":
      browser.showStall(named: link.queryValue("name") ?? "", notice: link.queryValue("notice") ?? "")
    case "news":
      guard let story = link.queryValue("story") else { return }
      present(story: story)
    default:
      break
    }
  }

  private func present(story: String) {
    guard let url = URL(string: story), url.scheme != nil else { return }
    browser.present(SFSafariViewController(url: url), animated: true) // weak: url-open helper
  }
}
