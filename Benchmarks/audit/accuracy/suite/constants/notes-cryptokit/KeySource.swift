import CryptoKit
import Foundation
import Security

enum KeyError: Error {
  case keychain(OSStatus)
  case random(OSStatus)
}

struct KeySource {
  func masterKey() throws -> SymmetricKey {
    if let stored = try read(account: VaultSettings.masterKeyAccount) {
      return SymmetricKey(data: stored) // safe: constant-key
    }
    let fresh = SymmetricKey(size: .bits256)
    try store(fresh.withUnsafeBytes { Data($0) }, account: VaultSettings.masterKeyAccount)
    NotificationCenter.default.post(name: .vaultKeyDidRotate, object: nil)
    return fresh
  }

  private func read(account: String) throws -> Data? {
    var query = base(account)
    query[kSecReturnData as String] = true
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess else { throw KeyError.keychain(status) }
    return result as? Data
  }

  private func store(_ data: Data, account: String) throws {
    var query = base(account)
    query[kSecValueData as String] = data
    query[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
    let status = SecItemAdd(query as CFDictionary, nil)
    guard status == errSecSuccess else { throw KeyError.keychain(status) }
  }

  private func base(_ account: String) -> [String: Any] {
    [kSecClass as String: kSecClassGenericPassword,
     kSecAttrService as String: VaultSettings.keychainService,
     kSecAttrAccount as String: account]
  }
}
