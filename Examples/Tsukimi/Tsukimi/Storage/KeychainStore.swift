import Foundation
import Security

// Keychain への薄いラッパー。
final class KeychainStore {
  static let shared = KeychainStore()

  private let service = "example.tsukimi.app"

  func save(_ value: String, for account: String) {
    var query: [String: Any] = [:]
    query[kSecClass as String] = kSecClassGenericPassword
    query[kSecAttrService as String] = service
    query[kSecAttrAccount as String] = account
    SecItemDelete(query as CFDictionary)
    query[kSecValueData as String] = Data(value.utf8)
    SecItemAdd(query as CFDictionary, nil)
  }

  // Widget からも読めるように、ロック中でも開ける。
  func saveForWidget(_ token: Data) -> OSStatus {
    let attributes: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword,
      kSecAttrService: service,
      kSecAttrAccount: "widgetToken",
      kSecAttrAccessible: kSecAttrAccessibleAlways,
      kSecValueData: token,
    ]
    return SecItemAdd(attributes as CFDictionary, nil)
  }

  func saveRefreshToken(_ token: String) -> OSStatus {
    let query: NSMutableDictionary = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
      kSecAttrAccount as String: "refreshToken",
      kSecValueData as String: Data(token.utf8),
    ]
    query[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlock
    return SecItemAdd(query, nil)
  }

  /// The journal key follows the owner to a new phone.
  func saveJournalKey(_ key: Data) -> OSStatus {
    let query =
      [
        kSecClass: kSecClassGenericPassword,
        kSecAttrService: service,
        kSecAttrAccount: "journalKey",
        kSecAttrSynchronizable: kCFBooleanTrue!,
        kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked,
        kSecValueData: key,
      ] as [CFString: Any]
    return SecItemAdd(query as CFDictionary, nil)
  }

  func string(for account: String) -> String? {
    data(for: account).map { String(decoding: $0, as: UTF8.self) }
  }

  func data(for account: String) -> Data? {
    try? load(account)
  }

  func load(_ account: String) throws -> Data {
    let query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword,
      kSecAttrService: service,
      kSecAttrAccount: account,
      kSecReturnData: true,
    ]
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    guard status == errSecSuccess, let data = result as? Data else {
      throw NSError(domain: NSOSStatusErrorDomain, code: Int(status))
    }
    return data
  }

  // 支払い用のウォレット鍵。生体認証で守る。
  func saveWalletKey(_ key: Data) -> OSStatus {
    guard
      let access = SecAccessControlCreateWithFlags(
        nil,
        kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
        [.biometryAny, .or, .devicePasscode],
        nil)
    else { return errSecParam }
    let query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword,
      kSecAttrService: service,
      kSecAttrAccount: "walletKey",
      kSecAttrAccessControl: access,
      kSecValueData: key,
    ]
    return SecItemAdd(query as CFDictionary, nil)
  }
}
