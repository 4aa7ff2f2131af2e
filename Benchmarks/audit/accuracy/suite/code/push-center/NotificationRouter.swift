import SafariServices
import UIKit
import UserNotifications
import WebKit

final class NotificationRouter: NSObject, UNUserNotificationCenterDelegate {
  weak var root: UINavigationController?
  private weak var offerPage: OfferViewController?
  private let shopHosts = ["shop.parcelbee.example", "track.parcelbee.example"]

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    let userInfo = response.notification.request.content.userInfo
    if let link = userInfo["link"] as? String, let url = URL(string: link) {
      UIApplication.shared.open(url) // weak: url-open direct
    }
    if let offer = userInfo["offer"] as? String {
      presentOffer(offer)
    }
    if let number = userInfo["parcel"] as? Int, let url = URL(string: "https://track.parcelbee.example/p/\(number)") {
      UIApplication.shared.open(url) // safe: url-open
    }
    NSLog(response.actionIdentifier + " " + (userInfo["category"] as? String ?? "")) // weak: format direct
    NSLog("category %@", userInfo["category"] as? String ?? "none") // safe: format
    completionHandler()
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    offerPage?.refresh(with: notification.request.content.userInfo)
    completionHandler([.banner])
  }

  private func presentOffer(_ address: String) {
    guard let url = URL(string: address) else { return }
    if url.scheme == "https", shopHosts.contains(url.host ?? "") {
      root?.present(SFSafariViewController(url: url), animated: true) // safe: url-open
      return
    }
    let page = OfferViewController()
    page.destination = url
    offerPage = page
    root?.pushViewController(page, animated: true)
  }
}
