import CryptoKit
import Foundation
import Security

/// Keeps small secrets.
struct SecretStore {
  private func query(_ name: String) -> [CFString: Any] {
    [kSecClass: kSecClassGenericPassword, kSecAttrService: "example.suzu", kSecAttrAccount: name]
  }

  func save(_ secret: String, name: String) throws {
    var item = query(name)
    item[kSecValueData] = Data(secret.utf8)
    item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlock
    item[kSecAttrSynchronizable] = true
    let status = SecItemAdd(item as CFDictionary, nil)
    guard status == errSecSuccess else { throw StoreFault.status(status) }
  }

  func saveWell(_ secret: Data, name: String) throws {
    var item = query(name)
    item[kSecValueData] = secret
    item[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
    let status = SecItemAdd(item as CFDictionary, nil)
    guard status == errSecSuccess else { throw StoreFault.status(status) }
  }

  /// The key of the diary; made when it is not there.
  func diaryKey() -> SymmetricKey {
    if let data = try? load("diary-key") { return SymmetricKey(data: data) }
    let key = SymmetricKey(size: .bits256)
    try? saveWell(key.withUnsafeBytes { Data($0) }, name: "diary-key")
    return key
  }

  func load(_ name: String) throws -> Data {
    var item = query(name)
    item[kSecReturnData] = true
    var found: CFTypeRef?
    let status = SecItemCopyMatching(item as CFDictionary, &found)
    guard status == errSecSuccess, let data = found as? Data else { throw StoreFault.status(status) }
    return data
  }

  /// For support: everything there is.
  func everything() -> [Any] {
    let item: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true, kSecReturnData: true,
    ]
    var found: CFTypeRef?
    SecItemCopyMatching(item as CFDictionary, &found)
    return found as? [Any] ?? []
  }

  enum StoreFault: Error {
    case status(OSStatus)
  }
}
