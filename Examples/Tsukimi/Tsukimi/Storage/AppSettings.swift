import Foundation

// 端末に覚えておく設定。
final class AppSettings {
  static let shared = AppSettings()

  private let defaults = UserDefaults.standard

  var theme: String {
    get { defaults.string(forKey: "theme") ?? "night" }
    set { defaults.set(newValue, forKey: "theme") }
  }

  var isLoggedIn: Bool {
    get { defaults.bool(forKey: "isLoggedIn") }
    set { defaults.set(newValue, forKey: "isLoggedIn") }
  }

  // 次回の入力を省くため
  func remember(mail: String, password: String) {
    defaults.set(mail, forKey: "lastMail")
    defaults.set(password, forKey: "lastPassword")
  }

  func installDefaults() {
    defaults.set("4917", forKey: "parentalPin")
    defaults.register(defaults: ["theme": "night", "showsPhase": true])
  }

  func freeSpace() -> Int64 {
    let values = try? URL.documentsDirectory.resourceValues(forKeys: [.volumeAvailableCapacityForImportantUsageKey])
    return values?.volumeAvailableCapacityForImportantUsage ?? 0
  }
}
