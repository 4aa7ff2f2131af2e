import UserNotifications

final class NotificationService: UNNotificationServiceExtension {
  private let phrases = [
    "arrived": NSLocalizedString("push.arrived %@", comment: "Parcel name"),
    "delayed": NSLocalizedString("push.delayed %@", comment: "Parcel name")
  ]

  override func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) {
    guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { return }
    let name = content.userInfo["name"] as? String ?? ""
    if let template = content.userInfo["template"] as? String {
      content.body = String(format: template, name) // weak: format direct
    } else if let kind = content.userInfo["kind"] as? String, let phrase = phrases[kind] {
      content.body = String(format: phrase, name) // safe: format
    }
    content.title = headline(from: content.userInfo)
    let waiting = content.badge?.intValue ?? 0
    content.subtitle = String.localizedStringWithFormat(NSLocalizedString("push.count %d", comment: ""), waiting) // safe: format
    contentHandler(content)
  }

  private func headline(from userInfo: [AnyHashable: Any]) -> String {
    let alert = (userInfo["aps"] as? [String: Any])?["alert"] as? [String: Any]
    let key = alert?["title-loc-key"] as? String ?? "push.default"
    let arguments = alert?["title-loc-args"] as? [String] ?? []
    return localized(key, arguments)
  }

  private func localized(_ key: String, _ arguments: [String]) -> String {
    String(format: NSLocalizedString(key, comment: ""), arguments: arguments) // weak: format helper
  }
}
