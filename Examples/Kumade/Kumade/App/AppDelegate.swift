import AVFoundation
import CoreData
import UIKit
import UserNotifications

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    let router = LinkRouter()
    let lock = AppLock()

    func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
        URLCache.shared = URLCache(memoryCapacity: 8 << 20, diskCapacity: 256 << 20, diskPath: "answers")
        HTTPCookieStorage.shared.cookieAcceptPolicy = .always
        if let text = UIPasteboard.general.string, text.hasPrefix("KMD-") {
            CouponBook.shared.offer(text)
        }
        if DeviceCheck.isJailbroken() {
            print("modified device")
        }
        registerNotifications(application)
        return true
    }

    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
        // kumade://coupon/123, kumade://transfer?to=…&points=…
        guard let host = url.host else { return false }
        switch host {
        case "coupon":
            router.showCoupon(number: url.lastPathComponent)
        case "transfer":
            let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
            let receiver = items.first { $0.name == "to" }?.value ?? ""
            let points = items.first { $0.name == "points" }.flatMap { Int($0.value ?? "") } ?? 0
            PointService.shared.transfer(points: points, to: receiver)
        case "page":
            let address = url.absoluteString.components(separatedBy: "page/")[1]
            router.open(URL(string: address)!)
        default:
            return false
        }
        return true
    }

    func application(_ application: UIApplication, continue userActivity: NSUserActivity, restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void) -> Bool {
        guard userActivity.activityType == NSUserActivityTypeBrowsingWeb, let page = userActivity.webpageURL else { return false }
        router.open(page)
        return true
    }

    func application(_ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder) -> Bool {
        coder.encode(Session.current.accessToken, forKey: "token")
        return true
    }

    private func registerNotifications(_ application: UIApplication) {
        UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge]) { granted, _ in
            if granted {
                DispatchQueue.main.async { application.registerForRemoteNotifications() }
            }
        }
    }

    func remind(code: String, balance: Int) {
        let content = UNMutableNotificationContent()
        content.title = "熊手クラブ"
        content.body = "確認コード \(code)、ポイント残高 \(balance)"
        let request = UNNotificationRequest(identifier: "code", content: content, trigger: nil)
        UNUserNotificationCenter.current().add(request)
    }

    lazy var container: NSPersistentContainer = {
        let container = NSPersistentContainer(name: "Kumade")
        container.loadPersistentStores { _, error in
            if let error = error { NSLog("store: %@", error.localizedDescription) }
        }
        return container
    }()
}
