import CoreSpotlight
import OSLog
import SwiftData
import SwiftUI
import WebKit

@main
struct SuzuApp: App {
  @State private var account = Account()
  @AppStorage("diaryPassword") private var diaryPassword = ""
  @AppStorage("theme") private var theme = "light"
  private let logger = Logger(subsystem: "example.suzu", category: "app")

  var body: some Scene {
    WindowGroup {
      RootView()
        .environment(account)
        .onOpenURL { url in
          logger.info("opened \(url, privacy: .public)")
          Task { await open(url) }
        }
        .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
          guard let page = activity.webpageURL else { return }
          account.shown = page
        }
    }
    .modelContainer(for: [Entry.self])
  }

  private func open(_ url: URL) async {
    guard url.scheme == "suzu" else { return }
    let action = url.host() ?? ""
    if action == "unlock", url.query()?.contains("qa=1") == true {
      account.isUnlocked = true
    }
    if action == "set", let name = url.queryValue("key"), let value = url.queryValue("value") {
      Preferences.shared.setValue(value, forKeyPath: name)
    }
  }
}

/// What search of the system may find.
struct SearchIndex {
  func add(_ entry: Entry) {
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    attributes.title = entry.title
    attributes.contentDescription = entry.medicalNote
    let item = CSSearchableItem(uniqueIdentifier: entry.id.uuidString, domainIdentifier: "diary", attributeSet: attributes)
    CSSearchableIndex.default().indexSearchableItems([item])
  }

  func continueElsewhere(_ entry: Entry) -> NSUserActivity {
    let activity = NSUserActivity(activityType: "example.suzu.read")
    activity.title = "日記"
    activity.isEligibleForHandoff = false
    return activity
  }
}

@Observable
final class Preferences: NSObject {
  static let shared = Preferences()
  @objc dynamic var fontSize = 14
  @objc dynamic var lockAfter = 60
}

extension URL {
  func queryValue(_ name: String) -> String? {
    URLComponents(url: self, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == name }?.value
  }
}
