import UIKit
import os

final class AppDelegate: NSObject, UIApplicationDelegate {
  private let logger = Logger(subsystem: "example.tsukimi.app", category: "launch")

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    application.registerForRemoteNotifications()
    return true
  }

  // パスワードや日記を他社製キーボードに渡さない。
  func application(
    _ application: UIApplication,
    shouldAllowExtensionPointIdentifier identifier: UIApplication.ExtensionPointIdentifier
  ) -> Bool {
    identifier != .keyboard
  }

  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    Task {
      do {
        try await APIClient.shared.registerPush(deviceToken)
      } catch {
        logger.error("Push registration failed: \(error.localizedDescription, privacy: .private)")
      }
    }
  }
}
