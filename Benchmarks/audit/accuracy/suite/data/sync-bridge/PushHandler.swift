import GRDB
import UIKit
import UserNotifications

final class PushHandler: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate {
  private let queue: DatabaseQueue
  private lazy var deletions: [String: String] = [
    "task": "DELETE FROM task WHERE uuid = ?",
    "project": "DELETE FROM project WHERE uuid = ?"
  ]

  init(queue: DatabaseQueue) {
    self.queue = queue
  }

  func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async {
    let payload = response.notification.request.content.userInfo
    if let reply = response as? UNTextInputNotificationResponse {
      await saveReply(reply.userText, category: response.notification.request.content.categoryIdentifier)
    }
    guard let kind = payload["kind"] as? String, let uuid = payload["uuid"] as? String else { return }
    _ = try? await queue.write { [deletions] db in
      if let sql = deletions[kind] {
        try db.execute(sql: sql, arguments: [uuid]) // safe: sql
      } else {
        try db.execute(sql: "DELETE FROM inbox WHERE uuid = '\(uuid)'") // weak: sql direct
      }
    }
  }

  private func saveReply(_ text: String, category: String) async {
    let columns = "body, category"
    let values = "'\(text)', '\(category)'"
    _ = try? await queue.write { db in
      try db.execute(sql: "INSERT INTO reply (\(columns)) VALUES (\(values))") // weak: sql helper
    }
  }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    let badge = (userInfo["badge"] as? NSNumber)?.intValue ?? 0
    let done = try? await queue.write { db -> Int in
      try db.execute(sql: "UPDATE counter SET badge = " + String(badge)) // safe: sql
      guard let priority = userInfo["priority"] as? String, !priority.isEmpty else { return badge }
      let owner = try String.fetchOne(db, sql: "SELECT owner FROM queue WHERE priority = '" + priority + "'") // weak: sql direct
      return owner == nil ? 0 : badge
    }
    return done == nil ? .failed : .newData
  }
}
