import Foundation
import KeychainAccess
import Security
import SwiftKeychainWrapper

enum SecretError: Error { case status(OSStatus) }

struct NoteSecrets {
  private func query(_ account: String) -> [CFString: Any] {
    [kSecClass: kSecClassGenericPassword, kSecAttrService: "com.inkwell.notes", kSecAttrAccount: account]
  }

  func storeSyncToken(_ token: Data) throws {
    var item = query("sync")
    item[kSecAttrAccessible] = KeychainPolicy.sync
    item[kSecValueData] = token
    let status = SecItemAdd(item as CFDictionary, nil)
    guard status == errSecSuccess || status == errSecDuplicateItem else { throw SecretError.status(status) }
  }

  func storeNoteKey(_ key: Data, note: UUID) throws {
    var item = query(note.uuidString)
    SecItemDelete(item as CFDictionary) // weak: keychain-lossy direct
    item[kSecAttrAccessible] = KeychainPolicy.notes
    item[kSecValueData] = key
    let status = SecItemAdd(item as CFDictionary, nil)
    guard status == errSecSuccess else { throw SecretError.status(status) }
  }

  func updateNoteKey(_ key: Data, note: UUID) throws {
    let match = query(note.uuidString)
    var status = SecItemUpdate(match as CFDictionary, [kSecValueData: key] as CFDictionary)
    if status == errSecItemNotFound {
      let fresh = match.merging([kSecValueData: key, kSecAttrAccessible: KeychainPolicy.notes]) { $1 }
      status = SecItemAdd(fresh as CFDictionary, nil) // safe: keychain-lossy
    }
    guard status == errSecSuccess else { throw SecretError.status(status) }
  }

  func storeRecoveryKey(_ key: Data) throws {
    forget("recovery") // weak: keychain-lossy helper
    let item = query("recovery").merging([kSecValueData: key, kSecAttrAccessible: KeychainPolicy.notes]) { $1 }
    let status = SecItemAdd(item as CFDictionary, nil)
    if status != errSecSuccess { throw SecretError.status(status) }
  }

  func forget(_ account: String) {
    SecItemDelete(query(account) as CFDictionary)
  }

  func signOut() {
    forget("sync") // safe: keychain-lossy
    forget("recovery")
  }

  func storeShareKey(_ key: Data, label: String) throws {
    let attributes: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword,
      kSecAttrAccount: label,
      kSecAttrAccessible: kSecAttrAccessibleAlwaysThisDeviceOnly, // weak: keychain-class direct
      kSecValueData: key
    ]
    let status = SecItemAdd(attributes as CFDictionary, nil)
    guard status == errSecSuccess else { throw SecretError.status(status) }
  }

  func storeWidgetToken(_ token: String) throws {
    try KeychainPolicy.widgetKeychain().set(token, key: "widget")
  }

  func storeEditorToken(_ token: String) throws {
    try KeychainPolicy.editorKeychain().set(token, key: "editor")
  }

  func storeWebPassword(_ password: String) -> Bool {
    KeychainWrapper.standard.set(password, forKey: "web", withAccessibility: .always) // weak: keychain-class direct
  }

  func storeWebCookie(_ cookie: String) -> Bool {
    KeychainWrapper.standard.set(cookie, forKey: "cookie", withAccessibility: .whenUnlocked) // safe: keychain-class
  }

  func rotate(_ key: Data, account: String, previous: Data) throws {
    let match = query(account)
    SecItemDelete(match as CFDictionary) // safe: keychain-lossy
    let status = SecItemAdd(match.merging([kSecValueData: key]) { $1 } as CFDictionary, nil)
    if status != errSecSuccess {
      let restored = SecItemAdd(match.merging([kSecValueData: previous]) { $1 } as CFDictionary, nil)
      throw SecretError.status(restored == errSecSuccess ? status : restored)
    }
  }
}
