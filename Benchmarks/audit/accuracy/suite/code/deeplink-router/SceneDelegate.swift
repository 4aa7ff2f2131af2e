import UIKit
import WebKit

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private let browser = BrowserViewController()
  private lazy var router = LinkRouter(browser: browser)

  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
    for context in URLContexts {
      router.handle(context.url)
    }
  }

  func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
    guard userActivity.activityType == NSUserActivityTypeBrowsingWeb, let url = userActivity.webpageURL else { return }
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    if let next = items.first(where: { $0.name == "next" })?.value, let target = URL(string: next) {
      browser.webView.load(URLRequest(url: target)) // weak: url-open direct
    }
    if let term = items.first(where: { $0.name == "q" })?.value {
      browser.webView.evaluateJavaScript("search(\"\(term)\")", completionHandler: nil) // weak: script direct
      let encoded = term.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      browser.webView.evaluateJavaScript("search(decodeURIComponent('\(encoded)'))", completionHandler: nil) // safe: script
    }
  }
}

final class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
    guard let fallback = url.queryValue("fallback") else { return false }
    UIApplication.shared.open(URL(string: fallback) ?? url) // weak: url-open direct
    return true
  }
}
