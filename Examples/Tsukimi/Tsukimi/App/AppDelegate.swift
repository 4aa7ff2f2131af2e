import AdSupport
import UIKit
import os

final class AppDelegate: NSObject, UIApplicationDelegate {
  private let logger = Logger(subsystem: "example.tsukimi.app", category: "launch")

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    // QA の自動テスト用。リリース前に外すこと。
    if ProcessInfo.processInfo.arguments.contains("-skipLogin") {
      UserDefaults.standard.set(true, forKey: "isLoggedIn")
    }
    if DeviceIntegrity.isTampered {
      logger.warning("Running on a modified device")
    }
    CampaignReporter.shared.start()
    application.registerForRemoteNotifications()
    return true
  }

  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    Task { try await APIClient.shared.registerPush(deviceToken) }
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
  }
}

/// Tells the autumn campaign which advertisement brought the visitor here.
final class CampaignReporter {
  static let shared = CampaignReporter()

  func start() {
    let advertiser = ASIdentifierManager.shared().advertisingIdentifier.uuidString
    let device = UIDevice.current
    let profile = [
      "idfa": advertiser,
      "vendor": device.identifierForVendor?.uuidString ?? "",
      "model": device.model,
      "system": device.systemVersion,
      "screen": "\(UIScreen.main.nativeBounds.size)",
      "locale": Locale.current.identifier,
    ]
    Task { try await APIClient.shared.post("/campaign/visit", body: profile) }
  }
}
