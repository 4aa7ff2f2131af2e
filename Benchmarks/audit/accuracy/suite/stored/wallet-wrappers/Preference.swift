import Foundation

@propertyWrapper
struct Preference<Value> {
  let key: String
  let fallback: Value
  var container: UserDefaults = .standard

  init(wrappedValue: Value, _ key: String) {
    self.key = key
    self.fallback = wrappedValue
  }

  var wrappedValue: Value {
    get { container.object(forKey: key) as? Value ?? fallback }
    set { container.set(newValue, forKey: key) }
  }
}

protocol KeyValueStoring {
  func put(_ value: Any?, under key: String)
  subscript(key: String) -> String? { get nonmutating set }
}

struct LocalStore: KeyValueStoring {
  private let defaults = UserDefaults(suiteName: "group.example.wallet") ?? .standard

  func put(_ value: Any?, under key: String) {
    defaults.set(value, forKey: key)
  }

  subscript(key: String) -> String? {
    get { defaults.string(forKey: key) }
    nonmutating set { defaults.set(newValue, forKey: key) }
  }
}

enum WalletPrefs {
  @Preference("w.slot1") static var slot1 = ""
  @Preference("w.confirmPin") static var confirmWithPin = true
  @Preference("w.count") static var derivedKeyCount = 0
}
