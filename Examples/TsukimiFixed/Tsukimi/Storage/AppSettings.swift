import Foundation

// 端末に覚えておく設定。見た目だけで、秘密や権限は置かない。
@MainActor
final class AppSettings {
  static let shared = AppSettings()

  private let defaults = UserDefaults.standard

  var theme: String {
    get { defaults.string(forKey: "theme") ?? "night" }
    set { defaults.set(newValue, forKey: "theme") }
  }

  func installDefaults() {
    defaults.register(defaults: ["theme": "night", "showsPhase": true])
  }

  // 日記を書き込めるだけの空きがあるか。
  func hasSpace(for bytes: Int64) throws -> Bool {
    let key = URLResourceKey.volumeAvailableCapacityForImportantUsageKey
    let values = try URL.applicationSupportDirectory.resourceValues(forKeys: [key])
    return (values.volumeAvailableCapacityForImportantUsage ?? 0) > bytes
  }
}
