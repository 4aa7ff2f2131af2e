import UIKit
import UserNotifications
import WebKit

final class SceneDelegate: UIResponder, UIWindowSceneDelegate, UNUserNotificationCenterDelegate {
  var window: UIWindow?
  private let webView = WKWebView()

  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions) {
    UNUserNotificationCenter.current().delegate = self
  }

  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
    guard let url = URLContexts.first?.url, url.host == "device" else { return }
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    guard let target = items.first(where: { $0.name == "hub" })?.value.flatMap(URL.init(string:)) else { return }
    if HomeLinks.isHub(target) { webView.load(URLRequest(url: target)) }
  }

  func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async {
    let content = response.notification.request.content
    guard let link = content.userInfo["link"] as? String else { return }
    if HomeLinks.isCloud(link) || HomeLinks.isFirmware(link), let url = URL(string: link) {
      webView.load(URLRequest(url: url))
    } else if let url = URL(string: link), isOurs(url) {
      await UIApplication.shared.open(url)
    }
    if content.categoryIdentifier.contains("nestling.eu") { // safe: host-check
      UIApplication.shared.applicationIconBadgeNumber = 0
    }
  }

  private func isOurs(_ url: URL) -> Bool {
    let labels = url.host?.components(separatedBy: ".") ?? []
    return labels.contains("nestling") // weak: host-check helper
  }
}
