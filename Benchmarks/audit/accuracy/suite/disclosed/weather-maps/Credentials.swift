import Foundation
import Security

struct Credentials {
  let apiSecret: String
  let subscriptionKey: String

  static func load() -> Credentials? {
    guard let secret = item("weather.secret"), let key = item("weather.subscription") else { return nil }
    return Credentials(apiSecret: secret, subscriptionKey: key)
  }

  private static func item(_ account: String) -> String? {
    let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account, kSecReturnData: true]
    var result: CFTypeRef?
    guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else { return nil }
    return (result as? Data).flatMap { String(data: $0, encoding: .utf8) }
  }
}

enum DesignToken: String {
  case sky, storm, snow
}
